import type { components } from '../../../../typescript/src/api.ts'
import { readText, type ShopFacts, textOf } from '../cell-text.ts'
import { columnOf } from '../columns.ts'
import { faultOfTags } from '../lists.ts'
import type { Row } from '../rows.ts'
import { instantIn, withOffset } from './zoned-time.ts'

type NewSchedule = components['schemas']['NewSchedule']
type Status = components['schemas']['ProductStatus']

/** The statuses that a plan can give a product. */
export const PLANNED_STATUSES: readonly Status[] = ['draft', 'active', 'archived']

/** What is typed to plan a change, under the names of the API. Empty: it stays as it is. */
export interface Wanted {
  at: string
  until: string
  price: string
  compare_at_price: string
  status: Status | ''
  /** Tags that the product gets in addition, with commas between them. */
  tags: string
}

export type Faults = Partial<Record<keyof Wanted, string>>

/** Facts of the business and of the product for which a change is planned. */
export interface PlanFacts {
  row: Row
  shop: ShopFacts
  zone: string
}

/** The fields as they are at first: the compare-at price of a sale is the price before it. */
export function emptyWanted(row: Row, shop: ShopFacts): Wanted {
  const before = textOf(row, columnOf('compare_at_price'), shop) || textOf(row, columnOf('price'), shop)
  return { at: '', until: '', price: '', compare_at_price: before, status: '', tags: '' }
}

/** The tags that the product has with the change. */
export function tagsThen({ tags }: Pick<Wanted, 'tags'>, row: Row): string[] {
  const own = Array.isArray(row.values.tags) ? row.values.tags.filter((tag) => typeof tag === 'string') : []
  const more = tags.split(',').map((tag) => tag.trim())
  return [...new Set([...own, ...more.filter(Boolean)])]
}

/** The body that plans a change, or what is wrong at each field. */
export function readWanted(
  wanted: Wanted,
  facts: PlanFacts,
): { body: NewSchedule; faults?: never } | { body?: never; faults: Faults } {
  const faults: Faults = {}
  const at = timeIn('at')
  const until = wanted.until === '' ? null : timeIn('until')
  const patch = {
    ...prices(wanted, facts, faults),
    ...(wanted.status && { status: wanted.status }),
    ...tags(),
  }
  if (Object.keys(patch).length === 0 && !faults.price && !faults.compare_at_price && !faults.tags)
    faults[facts.row.hasOptions ? 'status' : 'price'] = 'Say what changes.'
  return Object.keys(faults).length > 0 ? { faults } : { body: { at, until, patch } }

  function timeIn(name: 'at' | 'until'): string {
    const found = instantIn(wanted[name], facts.zone)
    if ('at' in found) return withOffset(wanted[name], found.at, facts.zone)
    faults[name] = found.fault
    return ''
  }

  function tags() {
    if (wanted.tags.trim() === '') return {}
    const then = tagsThen(wanted, facts.row)
    const fault = faultOfTags(then)
    if (fault) faults.tags = fault
    return { tags: then }
  }
}

/** Both prices, or none: a compare-at price belongs to its price. */
function prices(wanted: Wanted, { row, shop }: PlanFacts, faults: Faults) {
  if (row.hasOptions) return {}
  const isCompareTyped = wanted.compare_at_price !== emptyWanted(row, shop).compare_at_price
  if (wanted.price.trim() === '') {
    if (isCompareTyped) faults.price = 'Type the price, too.'
    return {}
  }
  const price = amountIn('price')
  const before = amountIn('compare_at_price')
  return { price: price ?? 0, compare_at_price: before }

  function amountIn(name: 'price' | 'compare_at_price'): number | null {
    const { value, fault } = readText(wanted[name].trim(), columnOf(name), shop)
    if (fault !== undefined) faults[name] = fault
    return typeof value === 'number' ? value : null
  }
}

interface RefusalLike {
  code: string
  detail: string
  errors?: { pointer?: string; detail: string }[]
}

/** What the API says of a plan that it refused: at its fields, and the rest in a sentence. */
export function refusedPlan(
  { code, detail, errors = [] }: RefusalLike,
  wanted: Wanted,
): { faults: Faults; words: string } {
  if (code === 'schedule_running')
    return {
      faults: {},
      words: 'A change of this product is in force by now. End it first, or wait for its end.',
    }
  if (code === 'precondition_failed')
    return { faults: {}, words: 'A change of this product was planned in the meantime. Look at it first.' }
  const faults: Faults = {}
  const others: string[] = []
  for (const { pointer = '', detail: why } of errors) {
    const [, name = ''] = pointer.replace(/^\/patch(?=\/)/, '').split('/')
    if (isField(name, wanted)) faults[name] = why
    else others.push(why)
  }
  const isNamed = Object.keys(faults).length > 0
  return { faults, words: isNamed && others.length === 0 ? '' : [detail, ...others].join(' ') }
}

const isField = (name: string, wanted: Wanted): name is keyof Wanted => Object.hasOwn(wanted, name)
