import type { Actor } from '../../lib/data/table/actor.ts'
import { queryItems } from '../../lib/data/table/calls/writer.ts'
import { jsonOf } from '../../lib/data/table/event-json.ts'
import { eventKey } from '../../lib/data/table/keys.ts'

/** An event as the table has it. */
export interface RecordedEvent {
  id: string
  type: string
  actor: Actor
  data: Record<string, unknown>
}

/** The events of a business behind an id, by their ids, as they are in the table: the feed shows them later. */
export async function recordedEvents(businessId: string, after = ' '): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  let from: { pk: string; sk: string } | undefined
  do {
    const page = await queryItems<{ pk: string; sk: string; json: string | Uint8Array }>({
      KeyConditionExpression: 'pk = :pk AND sk > :after',
      ExpressionAttributeValues: { ':pk': eventKey(businessId, '').pk, ':after': after },
      ExclusiveStartKey: from,
      ConsistentRead: true,
    })
    events.push(...page.items.map(({ sk, json }) => ({ ...JSON.parse(jsonOf(json)), id: sk })))
    from = page.lastKey
  } while (from)
  return events
}
