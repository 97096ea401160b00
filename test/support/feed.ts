import { type Acting, actingAs } from '../../lib/data/table/actor.ts'
import { eventSteps } from '../../lib/data/table/events.ts'
import type { Happening } from '../../lib/data/table/happening.ts'
import { eventKey } from '../../lib/data/table/keys.ts'
import { eventsAt, eventTime } from '../../lib/domain/events.ts'
import { type Item, itemsIn, plantItem, removeItem } from './items.ts'

/** An event that is to be in a feed: when it was made, and by whom; the system, if it says nothing. */
interface Planted extends Partial<Happening> {
  at?: Date
  by?: Acting
}

/** Old enough for every feed. */
const minuteAgo = () => new Date(Date.now() - 60_000)

/** Records an event of a chosen time as a change does, without the change. Returns its id. */
export async function plantEvent(businessId: string, { at = minuteAgo(), by, ...event }: Planted) {
  const happening: Happening = { type: 'product.updated', data: { id: 'thing' }, previous: {}, ...event }
  const make = async () => eventSteps(businessId, happening, at)
  const [step] = await (by ? actingAs(by, make) : make())
  const item = step?.write.Put?.Item as Item | undefined
  if (!item) throw new Error('no event was made')
  await plantItem(item)
  return item.sk
}

/** Makes the events of a business a minute older, so that the feed shows them: as if the test had waited. */
export async function ageEvents(businessId: string): Promise<void> {
  for (const item of await itemsIn(eventKey(businessId, '').pk)) {
    const { sk, json } = item
    const begin = eventsAt(eventTime(sk) - 60_000)
    const older = begin + sk.slice(begin.length)
    await plantItem({ ...item, sk: older, json: String(json).replace(sk, older) })
    await removeItem(item)
  }
}
