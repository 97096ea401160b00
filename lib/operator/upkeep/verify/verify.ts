import * as keys from '../../../data/table/keys.ts'
import { nameOf, pagesOf, readItems, type StoredItem } from '../../../data/table/patient-reads.ts'
import { RECORDS, RESOURCES, type ResourceType } from '../../../domain/resources.ts'
import { HOLDS, SCHEDULES } from '../reindex/due-items.ts'
import { objectAt } from '../reindex/rendering.ts'
import { checkCircles } from './category-cycles.ts'
import { countAgain, countFindings, countProducts, newTally, type Tally, tallyPage } from './counts.ts'
import { inspectAnywhere } from './deep.ts'
import { inspectDue } from './due-items.ts'
import { type Finding, finding, type Inspect, inspectTwice } from './findings.ts'
import { checkImports } from './imports.ts'
import { checkIndexes, countRows, type RowCount } from './indexes.ts'
import { inspectItem } from './items.ts'
import { inspectAccess, inspectRate } from './keys.ts'
import { checkMedia } from './media.ts'
import { checkGuardsNamedIn, inspectEvent, inspectKeptAnswer } from './records.ts'
import { checkSearchIndex } from './search.ts'
import { inspectStock } from './stock.ts'

/** Shows how far a step is. */
interface Phase {
  advance(count: number): void
  stop(): void
}

export interface VerifyOptions {
  /** The slug by which the business was found, if it was by one. */
  slug?: string
  /** Once aborted nothing further is read. */
  signal?: AbortSignal
  /** Called at the beginning of each step, with what is counted and about how many there are. */
  begin?: (what: string, total: number) => Phase
  /** Pages of everything in the table that has to do with the business, for what no Query leads to. */
  everything?: (signal: AbortSignal | undefined) => AsyncIterable<StoredItem[]>
}

/** Objects by the scope that they need, and what else is counted. */
type Counted = (typeof RESOURCES)[Exclude<ResourceType, 'business'>]['scope'] | 'index_rows' | 'events'

export interface Verification {
  findings: Finding[]
  /** The numbers of things that were checked. */
  seen: Record<Counted, number>
  /** Counts that can't be compared because they were being written to. */
  unsettled: number
  /** False if it was stopped before everything was looked at. */
  is_complete: boolean
}

interface Walk extends Required<Pick<VerifyOptions, 'begin'>> {
  businessId: string
  signal: AbortSignal | undefined
  result: Verification
}

const isCounted = ({ type }: { type: ResourceType }) => type !== 'business'

const NOTHING = Object.fromEntries(
  [...RECORDS.filter(isCounted).map(({ scope }) => scope), 'index_rows', 'events'].map((name) => [name, 0]),
) as Verification['seen']

const unseen: Phase = { advance() {}, stop() {} }

/**
 * Reads everything of a business and finds whatever is not as the writes of this system leave it. Writes nothing.
 * Only a page at a time is kept, and a little for each category. Throws a `TableUnavailable` when DynamoDB does not
 * respond for long.
 */
export async function verifyBusiness(
  businessId: string,
  { slug, signal, begin = () => unseen, everything }: VerifyOptions = {},
): Promise<Verification> {
  const seen = { ...NOTHING }
  const result: Verification = { findings: [], seen, unsettled: 0, is_complete: false }
  const walk: Walk = { businessId, signal, begin, result }
  try {
    const profile = (await readItems([keys.businessKey(businessId)])).values().next().value
    result.findings.push(...findingsOfProfile(businessId, profile, slug))
    // Of a business that is being deleted anything may be gone already.
    if (profile?.status !== 'deleting') {
      await checkCatalogue(walk, textOf(profile?.currency))
      await checkStock(walk)
      await checkRecords(walk)
      result.findings.push(...(await checkSearchIndex(businessId)))
      result.findings.push(...(await checkImports(businessId)))
      const media = await checkMedia(businessId, signal)
      result.findings.push(...media.findings)
      seen.media = media.pictures
      if (everything) await checkEverything(walk, everything(signal))
    }
    result.is_complete = true
  } catch (error) {
    if (!signal?.aborted) throw error
  }
  return result
}

function findingsOfProfile(businessId: string, profile: StoredItem | undefined, slug: string | undefined) {
  const key = keys.businessKey(businessId)
  if (profile?.status === 'deleting')
    return [
      finding('deletion_unfinished', key, 'its status is deleting; `business delete` continues the deletion'),
    ]
  if (profile) return []
  const nowhere = `names ${businessId}, which has no profile`
  return [
    finding('profile_missing', key, 'there is no profile'),
    ...(slug === undefined ? [] : [finding('shop_nowhere', keys.shopKey(slug), nowhere)]),
  ]
}

/** Profile, categories, counts, products, their guards, and the storefront indexes. */
async function checkCatalogue(walk: Walk, currency: string | undefined): Promise<void> {
  const { businessId, signal, begin } = walk
  const { findings, seen } = walk.result
  const inspect = inspectItem(businessId, currency)
  const tally = newTally()
  const expected: RowCount = new Map()
  const phase = begin('products', await countProducts(businessId))
  for await (const page of pagesOf({ ...keys.businessKey(businessId), sk: '' }, signal)) {
    findings.push(...(await inspectTwice(page, inspect)))
    await tallyPage(tally, businessId, page)
    for (const item of page) countRows(expected, item)
    const before = seen.products
    for (const item of page) count(seen, objectAt(businessId, item)?.type)
    phase.advance(seen.products - before)
  }
  phase.stop()
  await checkCounts(walk, tally)
  findings.push(...(await checkCircles(businessId, tally.categories)))
  await checkShown(walk, tally, expected)
}

function count(seen: Verification['seen'], type: ResourceType | undefined): void {
  if (type !== undefined && type !== 'business') seen[RESOURCES[type].scope]++
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

async function checkCounts({ businessId, signal, result }: Walk, tally: Tally): Promise<void> {
  const again = await countAgain(businessId, countFindings(businessId, tally), signal)
  result.findings.push(...again.findings)
  result.unsettled += again.unsettled
}

async function checkShown({ businessId, signal, begin, result }: Walk, tally: Tally, expected: RowCount) {
  const phase = begin(
    'index rows',
    expected.values().reduce((sum, rows) => sum + rows, 0),
  )
  const onRows = (count: number) => {
    result.seen.index_rows += count
    phase.advance(count)
  }
  const categories = tally.categories.keys()
  const findings = await checkIndexes({ businessId, categories, expected, signal, onRows })
  // There can be more than a call can have arguments.
  for (const finding of findings) result.findings.push(finding)
  phase.stop()
}

/** Checks the stock items that exist. Missing ones are found with the products. */
async function checkStock({ businessId, signal, result }: Walk): Promise<void> {
  const inspect = inspectStock(businessId)
  for await (const page of pagesOf(keys.stockKey(businessId, ''), signal)) {
    result.seen.inventory += page.length
    result.findings.push(...(await inspectTwice(page, inspect)))
  }
}

/** Holds, schedules, API keys with their tokens, rates and kept responses, webhooks with what belongs to them, then events and the guards they name. */
async function checkRecords({ businessId, signal, result }: Walk): Promise<void> {
  const { findings, seen } = result
  const check = async (
    start: keys.Key,
    inspect: Inspect,
    also?: (page: StoredItem[]) => Promise<unknown>,
  ) => {
    for await (const page of pagesOf({ ...start, sk: '' }, signal)) {
      findings.push(...(await inspectTwice(page, inspect)))
      await also?.(page)
    }
  }
  for (const kind of [HOLDS, SCHEDULES]) await check(kind.start(businessId), inspectDue(kind, businessId))
  await check(keys.apiKeyKey(businessId, ''), inspectAccess(businessId), async (page) => {
    const ids = page.filter(({ type }) => type === 'api_key').map(({ id }) => String(id))
    seen.api_keys += ids.length
    seen.webhooks += page.filter(({ type }) => type === 'webhook').length
    for (const id of ids) {
      await check(keys.rateKey(businessId, id), inspectRate(businessId))
      await check(keys.idempotencyKey(businessId, id, ''), inspectKeptAnswer(businessId))
    }
  })
  await check(keys.eventKey(businessId, ''), inspectEvent(businessId), async (page) => {
    seen.events += page.length
    addNew(findings, await checkGuardsNamedIn(businessId, page))
  })
}

async function checkEverything(
  { businessId, result }: Walk,
  pages: AsyncIterable<StoredItem[]>,
): Promise<void> {
  const inspect = inspectAnywhere(businessId)
  for await (const page of pages) addNew(result.findings, await inspectTwice(page, inspect))
}

/** Adds findings, without those that are known already: two checks can find the same in one item. */
function addNew(findings: Finding[], more: readonly Finding[]): void {
  const known = new Set(findings.map(nameOf))
  for (const one of more) if (!known.has(nameOf(one))) findings.push(one)
}
