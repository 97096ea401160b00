import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { handler as unmatched } from '../../functions/unmatched.ts'
import { representation } from '../../lib/api/http/answer/answer.ts'
import { newBody } from '../../lib/api/http/body/body-kinds.ts'
import { Refusal } from '../../lib/data/table/commit.ts'
import { gatherPage } from '../../lib/data/table/pages.ts'
import { itemOf, untried } from '../../lib/data/webhooks/deliveries.ts'
import { newProduct, PRODUCT } from '../../lib/domain/products/product.ts'
import { search } from '../../lib/domain/search/search.ts'
import { makeIndex, type SearchedProduct } from '../../lib/domain/search/search-index.ts'
import description from '../../openapi.json' with { type: 'json' }
import { searchedProduct } from '../domain/search/searched-product.ts'
import { startImport } from '../import/run/bench.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { makeBusiness } from '../support/shop.ts'

/** The figure of a limit, or an attempt with its figure that returns it if one more is refused. */
export type Limit = number | undefined | ((figure: number) => unknown)

const at = (from: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => Object(found)[name], from)

/** The figure that all of these are; else not a number. */
export const same = (first: number, ...others: number[]): number =>
  others.every((other) => other === first) ? first : Number.NaN

/** The limits of fields, which have the same one, in the schemas of the description: these are made from the rules. */
const inSchemas = (kind: string, ...fields: string[]): number => {
  const [first, ...others] = fields.map((field) => {
    const [schema = '', ...path] = field.split('.')
    const place = path.map((name) => (name === 'items' ? name : `properties.${name}`))
    return Number(at(description.components.schemas, [schema, ...place, kind].join('.')))
  })
  return same(first ?? Number.NaN, ...others)
}
export const longest = (...fields: string[]) => inSchemas('maxLength', ...fields)
export const most = (...fields: string[]) => inSchemas('maxItems', ...fields)
export const largest = (...fields: string[]) => inSchemas('maximum', ...fields)

/** A limit of `metadata` in the description. */
export const ofMetadata = (path: string) => Number(at(description.components.schemas, `NewMetadata.${path}`))

/** A limit of a parameter of GET in the description. */
export const ofParameter = (path: keyof typeof description.paths, name: string, kind: string): number => {
  const parameters = at(description.paths, `${path}.get.parameters`)
  const found = Array.isArray(parameters) ? parameters.find((one) => one.name === name) : undefined
  return Number(at(found, `schema.${kind}`))
}

/** One more must be refused, with an error that `isRefusal` knows. */
export const takes =
  (attempt: (size: number) => Promise<unknown>, isRefusal = (_: unknown) => true): Limit =>
  async (figure) => {
    const isTaken = (size: number) =>
      attempt(size).then(
        () => true,
        (error: unknown) => {
          if (isRefusal(error)) return false
          throw error
        },
      )
    return (await isTaken(figure)) && !(await isTaken(figure + 1)) ? figure : undefined
  }

/** Takes an `external_id` of so many characters. */
export async function readExternalId(length: number): Promise<void> {
  const fields = { name: 'A', price: 0, category_id: 'a', external_id: 'x'.repeat(length) }
  v.parse(newProduct, fields)
}

/** Reads a JSON body of so many bytes with the step of an endpoint. */
export async function readBody(bytes: number): Promise<void> {
  const event = apiEvent({ route: '/admin/products', headers: { 'content-type': 'application/json' } })
  await newBody(PRODUCT).read.before({
    event: { ...event, body: `{}${' '.repeat(bytes - 2)}`, call: { headers: {} } },
    context: lambdaContext(),
    response: undefined,
    error: undefined,
    internal: {},
  })
}

/** Begins so many imports of a business. */
async function beginImports(count: number): Promise<void> {
  const business = await makeBusiness()
  for (let n = 0; n < count; n++) await startImport({ business, apiKeyId: randomUUID() }, 'name')
}

export const runImports = takes(
  beginImports,
  (error) => error instanceof Refusal && error.reason === 'import_running',
)

export async function preflightS(): Promise<number> {
  const { headers } = await unmatched(apiEvent({ method: 'OPTIONS', route: '/products' }), lambdaContext())
  return Number(headers['access-control-max-age'])
}

/** A directive of the header that public answers are cached by. */
export const cached = (directive: string) =>
  Number(
    new RegExp(`(?:^|[ ,])${directive}=(\\d+)`).exec(
      representation('{}', {}, 'public').headers['cache-control'] ?? '',
    )?.[1],
  )

/** True of a figure, and of one more no longer. */
export const holds = (attempt: (size: number) => unknown): Limit =>
  takes(async (size) => {
    if (!(await attempt(size))) throw new Error(`${size} is too many`)
  })

const some = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

/** True if a delivery of so many tries shows all of them. */
export function showsTries(count: number): boolean {
  const tries = some(count, () => ({ at: '', status_code: 500, error: null, duration_ms: 0 }))
  const [business, webhook] = [randomUUID(), randomUUID()]
  const delivery = {
    ...untried({ id: 'evt_01a1f862-3c4d-7e5f-a061-728394a5b6c7', type: 'product.updated' }),
    tries,
  }
  return itemOf(business, webhook, delivery).tries.length === count
}

/** True if an item of so many bytes less one ends no page that has one of a byte. */
export async function isOneMorePage(bytes: number): Promise<boolean> {
  const found = [1, bytes - 1].map((size, n) => ({ item: n, position: `${n}`, bytes: size }))
  const page = { found, stoppedAt: null, consumed: {} }
  const { items } = await gatherPage({ limit: 3 }, { isFiltered: false, mostBytes: 1 }, async () => page)
  return items.length === 2
}

const product = (fields: Partial<SearchedProduct>) => searchedProduct('000001', { price: 1, ...fields })

/** True if the last of so many words counts: it is missing in the one product. */
export function countsWords(count: number): boolean {
  const words = some(count, (n) => `${n}00${n}`)
  const index = makeIndex([product({ name: words.slice(0, -1).join(' ') })], [])
  return search(index, { text: words.join(' ') }).isRelaxed
}

/** True if a facet shows so many values. */
export function showsValues(count: number): boolean {
  const index = makeIndex(
    some(60, (n) => searchedProduct(String(n).padStart(6, '0'), { name: 'tea', price: 1, tags: [`t${n}`] })),
    [],
  )
  return (search(index, { facets: ['tag'] }).facets[0]?.values.length ?? 0) >= count
}
