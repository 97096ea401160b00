import { type Acting, actingAs } from '../../lib/data/table/acting.ts'
import { eventSteps, type Happening } from '../../lib/data/table/events.ts'
import { type Item, plantItem } from './items.ts'

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
