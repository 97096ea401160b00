import { inject } from 'vitest'
import { jsonOf } from '../../lib/data/table/event-json.ts'
import { unsignedCall } from '../../lib/local/dynamodb/call-headers.ts'
import type { TestSet } from '../sets/sets.ts'

/** An item in DynamoDB's own notation. */
export type RawItem = Record<string, { S?: string; B?: string; N?: string } | undefined>

/** The segments of the table. Each has about as many partitions, by their hash. */
const SEGMENTS = [0, 1, 2, 3, 4, 5, 6, 7]

/** The segments that a run of this set reads: one by the hash of the commit, or all after `npm run test:all`. */
export const segmentsOf = (set: TestSet, seed: number): number[] =>
  set === 'all' ? SEGMENTS : [seed % SEGMENTS.length]

/**
 * Reads segments of the table as they are sent over the wire, no attribute left out and none converted.
 *
 * @param look gets each page, as text with that of events inflated, and as its items
 */
export async function scanSegments(
  segments: readonly number[],
  look: (text: string, items: RawItem[]) => void,
): Promise<void> {
  await Promise.all(segments.map((segment) => scanSegment(segment, look)))
}

async function scanSegment(Segment: number, look: (text: string, items: RawItem[]) => void): Promise<void> {
  const { name: TableName, endpoint } = inject('table')
  let ExclusiveStartKey: RawItem | undefined
  do {
    const query = {
      TableName,
      ConsistentRead: true,
      Segment,
      TotalSegments: SEGMENTS.length,
      ExclusiveStartKey,
    }
    const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(query) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the table could not be scanned: ${text}`)
    const page = JSON.parse(text) as { Items: RawItem[]; LastEvaluatedKey?: RawItem }
    look([text, ...page.Items.map(packedText)].join('\n'), page.Items)
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
}

/** The text that an item has in no readable form: the JSON of an event. */
const packedText = ({ json }: RawItem): string => (json?.B ? jsonOf(Buffer.from(json.B, 'base64')) : '')

const headers = unsignedCall('Scan')
