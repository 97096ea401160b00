import type { Business } from '../../lib/domain/business.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import type { Run } from './run.ts'

/**
 * Products by the changes to them while they are held. `steady` ones keep their rules; an `owed` one can be sold beyond what
 * there is; a `lapsing` one is tracked in turns, and begins at 0 again; a `moving` one is given options and loses them, and
 * its stock moves with its SKU.
 */
type Kind = 'steady' | 'owed' | 'lapsing' | 'moving'

/** A product, which is sold by its SKU. */
export interface Good {
  productId: string
  sku: string
  kind: Kind
}

/** The payments of a reference that were accepted, as their responses said. */
type Accepted = Map<string, Set<string>>

export interface Scene {
  business: Business
  run: Run
  goods: readonly Good[]
  accepted: Accepted
  /** The number of moves so far. */
  moves: number
}

/** Few pieces, so that most quantities are near nothing, where they matter. */
export const FIRST_QUANTITY = 6

/** Few references at a time, so that several writers work on each, and others after so many moves: most end as sales. */
const REFERENCES = 8
const MOVES_PER_REFERENCE = 12

const KINDS: readonly Kind[] = ['steady', 'steady', 'steady', 'owed', 'lapsing', 'moving']

/** A shop with a product of each kind. */
export async function makeScene(baseUrl: string, run: Run): Promise<Scene> {
  const merchant = await makeMerchant(baseUrl, ['tea'])
  const goods: Good[] = []
  for (const kind of KINDS) goods.push(await makeGood(merchant, kind, goods.length))
  return { business: merchant.business, run, goods, accepted: new Map(), moves: 0 }
}

async function makeGood({ call }: Merchant, kind: Kind, n: number): Promise<Good> {
  const sku = `SKU-${n}`
  const { status, body } = await call('POST', '/admin/products', {
    name: `Tea ${n}`,
    category_id: 'tea',
    price: 1000,
    status: 'active',
    sku,
    track_inventory: true,
    allow_backorder: kind === 'owed',
    quantity: FIRST_QUANTITY,
  })
  if (status !== 201 || body.id === undefined) throw new Error(`a product answers ${status}`)
  return { productId: body.id, sku, kind }
}

export const anyReference = ({ run, moves }: Scene): string =>
  `cart-${Math.floor(moves / MOVES_PER_REFERENCE) + run.below(REFERENCES)}`

/** A few goods, each once. */
export function someGoods({ goods, run }: Scene): Good[] {
  return [...new Set(Array.from({ length: 1 + run.below(3) }, () => run.oneOf(goods)))]
}
