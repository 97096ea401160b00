import type { components } from '../../../../typescript/src/api.ts'
import { type ShopFacts, textOfValue } from '../cell-text.ts'
import { columnOf } from '../columns.ts'
import type { Row } from '../rows.ts'
import type { ProblemLike } from '../settle.ts'
import type { PriceWork } from './price-work.ts'

export type BulkResult = components['schemas']['BulkResult']

/** A price before and after, in the minor unit. */
interface PriceChange {
  /** Of the variant; of a product without options that of the product. */
  id: string
  /** The values of the variant's options; empty for a product without. */
  name: string
  from: number
  to: number
}

/** A product as a dry run shows it, and what became of it. */
export interface PriceLine extends PriceWork {
  /**
   * `shown`: it would change. `same`: nothing would. `changed`: it did. `refused`: it did not, and another try would not help.
   * `again`: it did not, and another dry run says what would change now. `unknown`: nobody knows.
   */
  state: 'shown' | 'same' | 'changed' | 'refused' | 'again' | 'unknown'
  changes: readonly PriceChange[]
  /** The version of the product with the change. */
  version: number
  /** Why nothing changed. */
  words: string
}

const MOVED = 'It was changed in the meantime, and was left as it is.'
const OVER = 'Its dry run is over: it lasts an hour, and needs the API key that made it.'
const UNKNOWN = 'Perhaps it was changed, perhaps not: look at its price.'

/** A product after its dry run. */
export function triedLine(work: PriceWork, result: BulkResult, shop: ShopFacts): PriceLine {
  const { version = 0, problem, events = [] } = result
  const line = { ...work, changes: [], version, words: '' }
  if (problem) return { ...line, ...notChanged(result, shop) }
  return events.length === 0
    ? { ...line, state: 'same' }
    : { ...line, state: 'shown', changes: changesIn(work, result) }
}

/** A product after its plan was carried out. */
export const carriedOut = (line: PriceLine, result: BulkResult, shop: ShopFacts): PriceLine =>
  result.problem ? { ...line, ...notChanged(result, shop) } : { ...line, state: 'changed' }

/** A product of a plan that was refused as a whole. `isLost`: it was sent before, and its response did not come. */
export function notCarriedOut(
  line: PriceLine,
  problem: ProblemLike & { code?: string },
  isLost: boolean,
): PriceLine {
  if (problem.code !== 'plan_not_found')
    return { ...line, state: 'refused', changes: [], words: problem.detail }
  return isLost
    ? { ...line, state: 'unknown', words: UNKNOWN }
    : { ...line, state: 'again', changes: [], words: OVER }
}

/** True for a result that the same request can change: the operation was not begun, or is under way. */
export const isUndecided = ({ status, problem }: BulkResult): boolean =>
  status >= 500 || status === 429 || problem?.code === 'idempotency_in_progress'

function notChanged(result: BulkResult, shop: ShopFacts): Pick<PriceLine, 'state' | 'changes' | 'words'> {
  const { status, problem = { detail: '' } } = result
  if (status === 412) return { state: 'again', changes: [], words: MOVED }
  return { state: isUndecided(result) ? 'again' : 'refused', changes: [], words: wordsOf(problem, shop) }
}

/** What a problem says of single members, else of the whole. */
const wordsOf = ({ detail, errors = [] }: ProblemLike, shop: ShopFacts): string =>
  errors.map((error) => memberWords(error, shop)).join('; ') || detail

/** The percentage is not in the console's words: what it leads to has amounts in the minor unit. */
function memberWords(
  { pointer = '', detail }: { pointer?: string; detail: string },
  shop: ShopFacts,
): string {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  if (name !== 'percent') return `${name} ${detail}`.trim()
  const amounts = detail.replace(/\d+/g, (amount) => textOfValue(Number(amount), columnOf('price'), shop))
  return `It ${amounts.replace('compare_at_price', 'compare-at price')}`
}

function changesIn({ product }: PriceWork, { events = [], variants }: BulkResult): PriceChange[] {
  if (!variants)
    return events.flatMap(({ previous, data }) => changeOf({ id: product, name: '' }, previous, data))
  return variants.flatMap(({ id, option_values, from, to }) =>
    changeOf({ id: id ?? '', name: Object.values(option_values).join(' / ') }, from, to),
  )
}

function changeOf(
  of: Pick<PriceChange, 'id' | 'name'>,
  before: object | null,
  after: object | null,
): PriceChange[] {
  const [from, to] = [priceIn(before), priceIn(after)]
  return from === undefined || to === undefined ? [] : [{ ...of, from, to }]
}

/** The price among members that the description of the API leaves open. */
function priceIn(members: object | null): number | undefined {
  const [, price] = Object.entries(members ?? {}).find(([name]) => name === 'price') ?? []
  return typeof price === 'number' ? price : undefined
}

/** The earlier prices of products that were changed, as another change. */
export const worksBack = (lines: readonly PriceLine[]): PriceWork[] =>
  lines
    .filter(({ state }) => state === 'changed')
    .map(({ product, name, changes }) => ({
      product,
      name,
      change: { prices: new Map(changes.map(({ id, from }) => [id, from])) },
    }))

/** Products for which another dry run helps. */
export const worksAgain = (lines: readonly PriceLine[]): PriceWork[] =>
  lines
    .filter(({ state }) => state === 'again')
    .map(({ product, name, change }) => ({ product, name, change }))

/**
 * The rows of changed products with their new prices. A row of another version than the one before the change keeps its tag:
 * with it, a save reads the product first.
 */
export function pricedRows(lines: readonly PriceLine[], rows: Iterable<Row>): Row[] {
  const changed = new Map(
    lines.filter(({ state }) => state === 'changed').map((line) => [line.product, line]),
  )
  return [...rows].flatMap((row) => {
    const line = changed.get(row.productId)
    if (!line) return []
    const price = line.changes.find(({ id }) => id === row.id)?.to
    const isNext = row.tag.endsWith(`.${line.version - 1}"`)
    return {
      ...row,
      ...(isNext && { tag: row.tag.replace(/\d+"$/, `${line.version}"`) }),
      ...(price !== undefined && { values: { ...row.values, price } }),
    }
  })
}
