/** The check of the count of pictures. */
import * as keys from '../../data/table/keys.ts'
import { pagesOf, readItems, type StoredItem } from '../../data/table/patient-reads.ts'
import { type Finding, finding } from './findings.ts'

interface Sum {
  pictures: number
  bytes: number
}

/** Finds a count that is not the number of pictures, or not their bytes. One that changes meanwhile is read again, once. */
export async function checkMedia(businessId: string, signal: AbortSignal | undefined): Promise<Finding[]> {
  const [first] = await compare(businessId, signal)
  if (!first) return []
  const [second] = await compare(businessId, signal)
  return second ? [finding('media_count_wrong', keys.mediaCountKey(businessId), second)] : []
}

/** The difference in words; none if there is none. */
async function compare(businessId: string, signal: AbortSignal | undefined): Promise<string[]> {
  const { said, sum } = await sumOfMedia(businessId, signal)
  const { pictures, bytes } = said
  if (pictures === sum.pictures && bytes === sum.bytes) return []
  return [`it says ${pictures} of ${bytes} bytes, and there are ${sum.pictures} of ${sum.bytes} bytes`]
}

/** The count of pictures, and then what it should say: whoever changes a picture changes the count. */
export async function sumOfMedia(businessId: string, signal: AbortSignal | undefined) {
  const [count] = [...(await readItems([keys.mediaCountKey(businessId)])).values()]
  const said = {
    pictures: number(count?.pictures),
    bytes: number(count?.bytes),
    deletions: number(count?.deletions),
  }
  const sum: Sum = { pictures: 0, bytes: 0 }
  for await (const page of pagesOf(keys.mediumKey(businessId, ''), signal))
    for (const item of page) add(sum, item)
  return { said, sum }
}

const number = (value: unknown) => Number(value) || 0

function add(sum: Sum, { bytes }: StoredItem): void {
  sum.pictures++
  sum.bytes += number(bytes)
}
