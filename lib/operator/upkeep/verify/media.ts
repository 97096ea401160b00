/** The checks of pictures: of their count, and of their files in the bucket. */
import { listRenditions } from '../../../data/media/rendition-store.ts'
import { isOf } from '../../../data/table/item-pages.ts'
import * as keys from '../../../data/table/keys.ts'
import { pagesOf, readItems, type StoredItem } from '../../../data/table/patient-reads.ts'
import { RENDITION_NAMES } from '../../../domain/media.ts'
import { hasMedia } from '../../../environment.ts'
import { type Finding, finding } from './findings.ts'

interface Sum {
  pictures: number
  bytes: number
}

/** Finds wrong counts and missing files, and says how many pictures there are. Without a bucket no file is looked for. */
export async function checkMedia(businessId: string, signal: AbortSignal | undefined) {
  const { findings, pictures } = await checkCount(businessId, signal)
  if (hasMedia()) findings.push(...(await checkRenditions(businessId, signal)))
  return { findings, pictures }
}

/** A picture has its files before its item, so those of an item that was read are there. */
async function checkRenditions(businessId: string, signal: AbortSignal | undefined): Promise<Finding[]> {
  const ids: string[] = []
  for await (const page of pagesOf(keys.mediumKey(businessId, ''), signal))
    for (const { id } of page.filter((item) => isOf('medium', item))) ids.push(String(id))
  if (ids.length === 0) return []
  const counts = await countRenditions(businessId, undefined, signal)
  const findings: Finding[] = []
  for (const id of ids) {
    if (counts.get(id) === RENDITION_NAMES.length) continue
    // It may be deleted, or have been deleted and come back.
    const key = keys.mediumKey(businessId, id)
    const [item] = [...(await readItems([key])).values()]
    const { length } = RENDITION_NAMES
    const count = (await countRenditions(businessId, id, signal)).get(id) ?? 0
    if (item && !item.is_going && count < length)
      findings.push(finding('renditions_missing', key, `it has ${count} of ${length} files`))
  }
  return findings
}

/** The number of files of each picture, or of one. */
async function countRenditions(
  businessId: string,
  mediumId: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const page of listRenditions(businessId, mediumId)) {
    signal?.throwIfAborted()
    for (const rendition of page) counts.set(rendition.mediumId, (counts.get(rendition.mediumId) ?? 0) + 1)
  }
  return counts
}

/** Finds a count that is not the number of pictures, or not their bytes. One that changes meanwhile is read again, once. */
async function checkCount(businessId: string, signal: AbortSignal | undefined) {
  const findings: Finding[] = []
  const first = await sumOfMedia(businessId, signal)
  const { pictures } = first.sum
  const difference = differenceIn(first) && differenceIn(await sumOfMedia(businessId, signal))
  if (difference) findings.push(finding('media_count_wrong', keys.mediaCountKey(businessId), difference))
  return { findings, pictures }
}

/** The difference in words; undefined if there is none. */
function differenceIn({ said, sum }: { said: Sum; sum: Sum }): string | undefined {
  const { pictures, bytes } = said
  if (pictures === sum.pictures && bytes === sum.bytes) return undefined
  return `it says ${pictures} of ${bytes} bytes, and there are ${sum.pictures} of ${sum.bytes} bytes`
}

/** The count of pictures, and then what it should say: each change of a picture changes the count. */
export async function sumOfMedia(businessId: string, signal: AbortSignal | undefined) {
  const [count] = [...(await readItems([keys.mediaCountKey(businessId)])).values()]
  const said = {
    pictures: number(count?.pictures),
    bytes: number(count?.bytes),
    deletions: number(count?.deletions),
  }
  const sum: Sum = { pictures: 0, bytes: 0 }
  for await (const page of pagesOf(keys.mediumKey(businessId, ''), signal))
    for (const item of page) if (isOf('medium', item)) add(sum, item)
  return { said, sum }
}

const number = (value: unknown) => Number(value) || 0

function add(sum: Sum, { bytes }: StoredItem): void {
  sum.pictures++
  sum.bytes += number(bytes)
}
