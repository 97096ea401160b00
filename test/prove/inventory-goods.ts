import { type Answer, type Merchant, makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

/**
 * Variants by the changes to them while they are sold. `steady` ones keep their rules; `owed` ones can always be sold
 * beyond what there is; `ruled` ones can be, and then cannot; `hidden` ones are disabled in turns; `lapsing` ones are
 * tracked in turns, and start again at 0; `set` ones are set to quantities without looking.
 */
export type Kind = 'steady' | 'owed' | 'ruled' | 'hidden' | 'lapsing' | 'set'

/** A variant, or a product without options, that is tracked. */
export interface Good {
  id: string
  productId: string
  sku: string
  kind: Kind
  /** The quantity that was last seen of it; others have changed it since. */
  seen: number
  /** The sum of accepted changes since the first quantity, and their number. */
  added: number
  changes: number
  /** The quantities that it was set to without looking. */
  wereSet: Set<number>
}

export interface Scene {
  merchant: Merchant
  goods: Good[]
  products: string[]
}

export const FIRST_QUANTITY = 20

/** Products with options; more than 20 variants in all, so that one request needs two commits. */
const SHIRTS: readonly (readonly Kind[])[] = [
  ['ruled', 'steady', 'owed', 'ruled', 'hidden', 'lapsing', 'set'],
  ['steady', 'steady', 'steady', 'owed', 'ruled', 'ruled', 'hidden', 'lapsing', 'set', 'set', 'steady'],
]
const PLAIN: readonly Kind[] = ['ruled', 'steady', 'lapsing']

/** A shop with a few products, each variant of which is tracked. */
export async function makeScene(baseUrl: string): Promise<Scene> {
  const merchant = await makeMerchant(baseUrl, ['tea'])
  const goods: Good[] = []
  for (const kind of PLAIN) goods.push(await makePlain(merchant, kind, goods.length))
  for (const kinds of SHIRTS) goods.push(...(await makeShirt(merchant, kinds, goods.length)))
  return { merchant, goods, products: [...new Set(goods.map(({ productId }) => productId))] }
}

/** A good of which there are `FIRST_QUANTITY`, or another one. */
const good = (productId: string, id: string, sku: string, kind: Kind): Good => ({
  id,
  productId,
  sku,
  kind,
  seen: FIRST_QUANTITY,
  added: 0,
  changes: 0,
  wereSet: new Set([FIRST_QUANTITY]),
})

const rules = (kind: Kind, n: number, quantity = FIRST_QUANTITY) => ({
  sku: `SKU-${n}`,
  price: 1000 + n,
  track_inventory: true,
  allow_backorder: kind === 'owed',
  low_stock_at: n % 3 === 0 ? 5 : null,
  quantity,
})

export async function makePlain({ call }: Merchant, kind: Kind, n: number, quantity?: number): Promise<Good> {
  const about = { name: `Tea ${n}`, category_id: 'tea', status: 'active' }
  const { id } = created(await call('POST', '/admin/products', { ...about, ...rules(kind, n, quantity) }))
  return good(id, id, `SKU-${n}`, kind)
}

/** A product with a variant of each kind. */
export async function makeShirt(
  { call }: Merchant,
  kinds: readonly Kind[],
  first: number,
  quantity?: number,
): Promise<Good[]> {
  const sizes = kinds.map((_, n) => `${n}`)
  const { id } = created(
    await call('POST', '/admin/products', {
      name: `Shirt ${first}`,
      category_id: 'tea',
      status: 'active',
      options: [{ name: 'Size', values: sizes }],
      variants: kinds.map((kind, n) => ({
        option_values: { Size: `${n}` },
        ...rules(kind, first + n, quantity),
      })),
    }),
  )
  return kinds.map((kind, n) => good(id, `${id}-${n + 1}`, `SKU-${first + n}`, kind))
}

function created({ status, body }: Answer): { id: string } {
  hold(status === 201, () => `a product is not created: ${status} ${JSON.stringify(body)}`)
  return { id: String(body.id) }
}

/** Any of them; every second time one of the first of its product, which many change so. */
export function anyGood({ goods }: Scene, run: Run): Good {
  const isHot = ({ id, productId }: Good) => id === productId || id === `${productId}-1`
  return run.oneOf(run.below(2) === 0 ? goods.filter(isHot) : goods)
}

/** True if its quantity can be below 0 at some time. */
export const canBeOwed = (kind: Kind): boolean => kind === 'owed' || kind === 'ruled'

/** A variant in the list of stock. */
export interface Level {
  variant_id: string
  quantity: number
  allow_backorder: boolean
}

/** Reads the whole list of stock. */
export async function readLevels({ call }: Merchant): Promise<Map<string, Level>> {
  const { status, body } = await call('GET', '/admin/inventory?limit=200')
  hold(status === 200, () => `the list of stock answers ${status} ${JSON.stringify(body)}`)
  return new Map((body.data as Level[]).map((level) => [level.variant_id, level]))
}
