import type { components } from '../../../../typescript/src/api.ts'
import { type ShopFacts, textOfValue } from '../cell-text.ts'
import { type ColumnName, columnOf } from '../columns.ts'
import { elsewhere, inZone, type Zones } from './zoned-time.ts'

export type Schedule = components['schemas']['Schedule']
type Values = components['schemas']['ScheduledValues']

/** When a change begins and ends. */
type Times = Pick<Schedule, 'at' | 'until'>

export const isInForce = ({ replaced }: Schedule): boolean => replaced !== null

/** From when until when, as clocks in the zone of the business show it. */
export function whenWords({ at, until }: Times, zones: Zones): string {
  const time = (text: string) => inZone(Date.parse(text), zones.zone, zones.locale)
  return `from ${time(at)} ${until === null ? 'on' : `until ${time(until)}`} (${zones.zone})`
}

/** The same where the browser is; empty where its clocks show the same. */
export const whenElsewhere = ({ at, until }: Times, zones: Zones): string =>
  [at, until ?? at].every((text) => elsewhere(Date.parse(text), zones) === '')
    ? ''
    : whenWords({ at, until }, { ...zones, zone: zones.own })

/** The values of a change, in words: of the product first, then of each variant. `names` has those of variants, by their ids. */
export function valuesWords(
  { variants = [], ...values }: Values,
  names: ReadonlyMap<string, string>,
  shop: ShopFacts,
): string[] {
  return [
    ...ownWords(values, shop),
    ...variants.map(
      ({ id, ...own }) => `${names.get(id) || `Variant ${id}`}: ${ownWords(own, shop).join(', ')}`,
    ),
  ]
}

interface OwnValues extends Omit<Values, 'variants'> {
  is_enabled?: boolean
}

function ownWords(values: OwnValues, shop: ShopFacts): string[] {
  const { status, price, compare_at_price, tags, is_enabled } = values
  const amount = (name: ColumnName, value: number | null) =>
    value === null
      ? `no ${columnOf(name).title.toLowerCase()}`
      : `${columnOf(name).title.toLowerCase()} ${textOfValue(value, columnOf(name), shop)} ${shop.currency}`
  return [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(price === undefined ? [] : [amount('price', price)]),
    ...(compare_at_price === undefined ? [] : [amount('compare_at_price', compare_at_price)]),
    ...(tags === undefined ? [] : [tags.length === 0 ? 'no tags' : `tags ${tags.join(', ')}`]),
    ...(is_enabled === undefined ? [] : [is_enabled ? 'shown' : 'hidden']),
  ]
}

/** What is asked before a schedule is ended: what that does differs. */
export const endQuestion = (schedule: Schedule, name: string): string =>
  isInForce(schedule)
    ? `End the change of ${name} now? It is in force, and is taken back at once. What somebody changed in the meantime stays.`
    : `Cancel the planned change of ${name}? It is not in force yet, and will not be made.`

export const endedWords = (schedule: Schedule, name: string): string =>
  isInForce(schedule) ? `Ended the change of ${name}` : `Cancelled the planned change of ${name}`

/** Why a schedule was not ended, if the console has its own words for it, and whether it is over. */
export function refusedEnd(code: string | undefined, name: string): { words?: string; isOver: boolean } {
  if (code === 'schedule_not_found' || code === 'product_not_found')
    return { words: `The change of ${name} is already over.`, isOver: true }
  if (code === 'precondition_failed')
    return {
      words: `The change of ${name} is another one by now. Look at it before you end it.`,
      isOver: false,
    }
  return { isOver: false }
}
