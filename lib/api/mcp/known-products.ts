import * as v from 'valibot'
import { ask, queryOf } from './ask.ts'
import { byName, onlySet } from './rows.ts'
import { cut } from './shown.ts'
import { type CallApi, ToolRefused } from './tool.ts'
import { options } from './variant-rows.ts'

/** The most products that one request returns with their variants. */
const MOST_EXPANDED = 20

/** The most products that are read one by one, because they are not published. */
const MOST_READ = 5

/** The texts by which people know a product and its variants. */
interface KnownProduct {
  name: string
  /** The values of each variant, by its id. */
  values?: ReadonlyMap<string, readonly string[]>
}

/** Products by their ids. */
export type KnownProducts = ReadonlyMap<string, KnownProduct>

const published = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      options,
      variants: v.array(v.object({ id: v.string(), option_values: byName })),
    }),
  ),
})

const unpublished = v.object({ name: v.string() })

/**
 * Reads the names of products, and the values of the variants of published ones. Names of other products are in `names`, or
 * are read if the key can read products, for the first five. A request that is refused only leaves names out.
 */
export async function knownProducts(
  api: CallApi,
  ids: ReadonlySet<string>,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<KnownProducts> {
  const known = new Map<string, KnownProduct>([...names].map(([id, name]) => [id, { name }]))
  await ifAllowed(async () => {
    for (const product of await publishedOf(api, [...ids])) known.set(...product)
  })
  const unknown = [...ids].filter((id) => !known.has(id))
  await ifAllowed(async () => {
    for (const id of unknown.slice(0, MOST_READ))
      await ifAllowed(
        async () => known.set(id, await ask(api, ['GET', `/admin/products/${id}`], unpublished)),
        // Of a product that was deleted; after another refusal the rest would be refused, too.
        ({ code }) => code === 'product_not_found',
      )
  })
  return known
}

async function publishedOf(api: CallApi, ids: readonly string[]): Promise<[string, KnownProduct][]> {
  if (ids.length === 0) return []
  const some = ids.slice(0, MOST_EXPANDED)
  const query = queryOf({ ids: some.join(), fields: 'name', expand: 'variants' })
  const [{ data }, rest] = await Promise.all([
    ask(api, ['GET', '/products', { query }], published),
    publishedOf(api, ids.slice(MOST_EXPANDED)),
  ])
  return [...data.map(knownOf), ...rest]
}

function knownOf({
  id,
  name,
  options,
  variants,
}: v.InferOutput<typeof published>['data'][number]): [string, KnownProduct] {
  const valuesOf = (of: Record<string, unknown>) => options.map((option) => `${of[option]}`)
  return [id, { name, values: new Map(variants.map((one) => [one.id, valuesOf(one.option_values)])) }]
}

/** Reads more for a result, or returns undefined if the API refuses it, for any reason that `passes`. */
export async function ifAllowed<T>(
  read: () => Promise<T>,
  passes: (refusal: ToolRefused) => boolean = () => true,
): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ToolRefused && passes(error)) return undefined
    throw error
  }
}

/** The members of a row by which people know its variant; `longest` are the most characters of each text. */
export function nameOf(
  known: KnownProducts,
  { product_id, variant_id }: { product_id: string; variant_id: string },
  longest: { name: number; value: number },
): object {
  const product = known.get(product_id)
  const values = product?.values?.get(variant_id) ?? []
  return onlySet({
    name: product && cut(product.name, longest.name),
    values: values.length > 0 ? values.map((value) => cut(value, longest.value)) : undefined,
  })
}
