import fc from 'fast-check'
import { handler } from '../../functions/products/list.ts'
import { updateProduct } from '../../lib/data/products/products.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { verifyBusiness } from '../../lib/operator/upkeep/verify/verify.ts'
import {
  add,
  expectedList,
  type ListQuery,
  listQuery,
  type ProductInput,
  productInput,
  queryString,
  stock,
} from '../products/catalogue.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { hold, type Run, Violation } from './run.ts'

/** So many catalogues are tried under one seed of fast-check's, which counts up from the run's own. */
const BATCH = 50
const LISTS_PER_CATALOGUE = 3

/** Walks random lists of random catalogues, every second time while others write. Counts catalogues. */
export async function proveLists(_: unknown, run: Run): Promise<void> {
  silenceFunctions()
  const lists = fc.array(anyQuery, { minLength: LISTS_PER_CATALOGUE, maxLength: LISTS_PER_CATALOGUE })
  const still = fc.asyncProperty(some(0, 12), lists, (inputs, queries) => walkAtRest(inputs, queries, run))
  const moving = fc.asyncProperty(
    fc.record({ still: some(3, 8), restless: some(3, 8), query: anyQuery, writes }),
    (chosen) => walkAmongWriters(chosen, run),
  )
  for (let batch = 0; run.goesOn(); batch++) {
    const parameters = { seed: run.seed + batch, numRuns: run.left(BATCH) }
    await (batch % 2 ? check(moving, parameters) : check(still, parameters))
  }
}

/** Under all filters at once most lists are empty, so three in four have none but perhaps a category. */
const unfiltered = { is_available: undefined, price_min: undefined, price_max: undefined, tag: undefined }
const anyQuery = fc.oneof(
  { weight: 1, arbitrary: listQuery },
  { weight: 1, arbitrary: listQuery.map((query): ListQuery => ({ ...query, ...unfiltered })) },
  {
    weight: 2,
    arbitrary: listQuery.map((query): ListQuery => ({ ...query, ...unfiltered, category: undefined })),
  },
)

const some = (minLength: number, maxLength: number) =>
  fc.array(productInput, { minLength, maxLength, size: 'max' })

async function check<T>(property: fc.IAsyncProperty<T>, parameters: fc.Parameters<T>): Promise<void> {
  const outcome = await fc.check(property, parameters)
  if (outcome.failed) throw new Violation(fc.defaultReportMessage(outcome) ?? 'a list is wrong')
}

async function walkAtRest(inputs: ProductInput[], queries: readonly ListQuery[], run: Run): Promise<void> {
  const { businessId, products } = await stock(inputs)
  for (const query of queries) {
    const { ids, pages } = await walk(businessId, query)
    const due = expectedList(products, query).map(({ id }) => id)
    holdEqual(ids, due, query)
    run.count('lists')
    run.count('pages', pages)
  }
  run.advance()
}

/** One write between two pages: a new product, or a change of one that is not to stay as it is. */
const status = fc.constantFrom('active' as const, 'draft' as const)
const write = fc.oneof(
  fc.record({ create: productInput }),
  fc.record({ update: fc.nat(), to: productInput }),
  fc.record({ update: fc.nat(), to: fc.record({ status }) }),
)
const writes = fc.array(write, { minLength: 30, maxLength: 30, size: 'max' })
type Write = { create: ProductInput } | { update: number; to: Partial<ProductInput> }

interface Moving {
  still: ProductInput[]
  restless: ProductInput[]
  query: ListQuery
  writes: Write[]
}

async function walkAmongWriters({ still, restless, query, writes }: Moving, run: Run): Promise<void> {
  const { businessId, products } = await stock([...still, ...restless])
  const untouched = products.slice(0, still.length)
  const others = products.slice(still.length)
  const left = [...writes]
  const narrow = { ...query, limit: Math.min(query.limit, 2) }
  const { ids, pages } = await walk(businessId, narrow, async () => {
    const next = left.shift()
    if (next) await perform(businessId, others, next)
  })
  const seen = ids.filter((id) => untouched.some((product) => product.id === id))
  const due = expectedList(untouched, narrow).map(({ id }) => id)
  holdEqual(seen, due, narrow)
  const { findings } = await verifyBusiness(businessId)
  hold(findings.length === 0, () => JSON.stringify(findings))
  run.count('lists among writers')
  run.count('pages', pages)
  run.advance()
}

async function perform(businessId: string, others: readonly Product[], change: Write): Promise<void> {
  if ('create' in change) {
    await add(businessId, change.create)
    return
  }
  const target = others[change.update % others.length]
  const { slug: _, ...to } = change.to
  if (target) await updateProduct(businessId, target.id, (product) => ({ ...product, ...to }) as Product)
}

function holdEqual(found: readonly string[], due: readonly string[], query: ListQuery): void {
  const all = () => `${queryString(query)}\nshows ${found.join(' ')}\nnot   ${due.join(' ')}`
  hold(found.length === due.length && found.every((id, n) => id === due[n]), all)
}

/** The functions log a line of JSON per request, here where a run says how far it is. */
function silenceFunctions(): void {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = (text: string | Uint8Array) => String(text).startsWith('{') || write(text)
}

interface Page {
  data: { id: string }[]
  count: number
  has_more: boolean
  next_cursor: string | null
}

const MOST_PAGES = 500

/** The ids of a list, page by page, with something done between two pages. */
async function walk(businessId: string, query: ListQuery, between = async () => {}) {
  const ids: string[] = []
  let cursor: string | null = null
  for (let pages = 1; ; pages++) {
    hold(pages < MOST_PAGES, () => `${queryString(query)}: no end after ${MOST_PAGES} pages`)
    const page: Page = await read(
      businessId,
      queryString(query) + (cursor === null ? '' : `&cursor=${cursor}`),
    )
    const { data, count, has_more, next_cursor } = page
    ids.push(...data.map(({ id }) => id))
    hold(
      count === data.length && count <= query.limit && has_more === (next_cursor !== null),
      () => `${queryString(query)} answers ${JSON.stringify(page)}`,
    )
    if (next_cursor === null) return { ids, pages }
    cursor = next_cursor
    await between()
  }
}

async function read(businessId: string, query: string): Promise<Page> {
  const verdict = { business_id: businessId, identified_by: 'public' }
  const answer = await handler(apiEvent({ route: '/products', query, verdict }), lambdaContext())
  hold(answer.statusCode === 200, () => `${query} answers ${answer.statusCode} ${answer.body}`)
  return JSON.parse(answer.body ?? '') as Page
}
