import { randomUUID } from 'node:crypto'
import type { Merchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

/** Stands in everything that nobody may see; a number where no text can stand. */
export const CANARY = 'canary9d2b'
export const CANARY_NUMBER = 777_333_111

export const CATEGORIES = ['tea', 'pots']
const HIDDEN = 12

export type Named = { id: string; slug: string }

/** A product that is made by a body. */
export async function create({ call }: Merchant, body: object): Promise<Named> {
  const answer = await call('POST', '/admin/products', body)
  hold(answer.status === 201, () => `a creation answers ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as unknown as Named
}

const secrets = () => ({
  sku: `${CANARY}-${randomUUID().slice(0, 8)}`,
  external_id: `${CANARY}-${randomUUID().slice(0, 8)}`,
  cost: CANARY_NUMBER,
  metadata: { [CANARY]: CANARY },
})

const STOCKED = { track_inventory: true, quantity: CANARY_NUMBER, low_stock_at: CANARY_NUMBER + 1 }

/** Sizes that are shown, and one that is not: its variant is disabled, and nobody else has its option value. */
const sizes = (price: number) => ({
  options: [{ name: 'Size', values: ['S', 'M', `${CANARY}-size`] }],
  variants: [
    { ...ofVariant('S', price), ...STOCKED },
    ofVariant('M', price + 1),
    {
      ...ofVariant(`${CANARY}-size`, CANARY_NUMBER + 2),
      compare_at_price: CANARY_NUMBER + 3,
      image: { url: `https://${CANARY}.example/`, alt: CANARY },
      is_enabled: false,
    },
  ],
})

/** No size is shown: only the lowest price is, as the product needs one. */
const hiddenSizes = (price: number) => ({
  options: [{ name: `${CANARY}-option`, values: ['S', 'M'].map((value) => `${CANARY}-${value}`) }],
  variants: ['S', 'M'].map((value, n) => ({
    option_values: { [`${CANARY}-option`]: `${CANARY}-${value}` },
    price: n === 0 ? price : CANARY_NUMBER + 2,
    compare_at_price: CANARY_NUMBER + 3,
    sku: secrets().sku,
    is_enabled: false,
  })),
})

const ofVariant = (Size: string, price: number) => ({
  option_values: { Size },
  price,
  sku: secrets().sku,
  cost: CANARY_NUMBER,
})

/** One product of four is tracked, one has options, and of one all variants are hidden. */
export function active(n: number, run: Run): object {
  const { sku, cost, ...hidden } = secrets()
  const price = run.below(4)
  return {
    ...hidden,
    name: run.oneOf(['Seen', 'seen', 'Séen', 'Other']),
    slug: `seen-${n}`,
    category_id: run.oneOf(CATEGORIES),
    tags: run.oneOf([['seen'], ['seen', 'x'], []]),
    position: run.below(3),
    status: 'active',
    ...[
      { sku, cost, price, is_available: run.below(2) === 0 },
      { sku, cost, price, ...STOCKED },
      sizes(price),
      hiddenSizes(price),
    ][n % 4],
  }
}

function unpublished(run: Run): object {
  const { sku, cost, ...hidden } = secrets()
  return {
    ...hidden,
    name: `${CANARY} ${run.below(100)}`,
    description: CANARY,
    tags: ['seen', CANARY],
    slug: `${CANARY}-${randomUUID().slice(0, 8)}`,
    images: [{ url: `https://${CANARY}.example/`, alt: CANARY }],
    category_id: run.oneOf(CATEGORIES),
    position: run.oneOf([0, 1, CANARY_NUMBER]),
    status: run.oneOf(['draft', 'archived']),
    ...run.oneOf([
      { sku, cost, price: run.oneOf([0, 1, 2, CANARY_NUMBER]), compare_at_price: CANARY_NUMBER + 1 },
      { ...sizes(run.below(4)) },
    ]),
  }
}

/** Products that nobody may see: never published, taken back, put away, or deleted. */
export async function hide(merchant: Merchant, run: Run): Promise<Named[]> {
  const unseen: Named[] = []
  for (let n = 0; n < HIDDEN; n++) {
    const product = await create(merchant, unpublished(run))
    const path = `/admin/products/${product.id}`
    const fate = run.oneOf(['stays', 'taken back', 'put away', 'deleted'])
    if (fate !== 'stays') await merchant.call('PATCH', path, { status: 'active' })
    if (fate === 'taken back') await merchant.call('PATCH', path, { status: 'draft' })
    if (fate === 'put away') await merchant.call('PATCH', path, { status: 'archived' })
    if (fate === 'deleted') await merchant.call('DELETE', path)
    unseen.push(product)
  }
  return unseen
}

/** One of each of everything that is tracked: nobody can see that there are fewer. */
export async function sellSome({ call }: Merchant): Promise<void> {
  const { body } = await call('GET', '/admin/inventory?limit=200')
  const stock = body.data as { variant_id: string }[]
  const changes = stock.map(({ variant_id }) => ({ variant_id, delta: -1 }))
  const sale = await call('POST', '/admin/inventory/adjust', { reason: 'sale', atomic: false, changes })
  const results = sale.body.data as { status: number }[]
  hold(
    results.length > 0 && results.every(({ status }) => status === 200),
    () => `a sale answers ${JSON.stringify(sale.body)}`,
  )
}
