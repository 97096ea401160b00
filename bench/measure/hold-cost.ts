import { commitHold, putHold } from '../../lib/data/holds/holds.ts'
import { releaseHold } from '../../lib/data/holds/release.ts'
import type { WriteCost } from '../report/figures.ts'
import { SHOP } from './questions.ts'

/** The consumption of holds of one piece of a product without options; `cost` meters one write. */
export async function holdCosts(
  productId: string,
  cost: (work: () => Promise<unknown>) => Promise<WriteCost>,
) {
  const wanted = { items: [{ variant_id: productId, quantity: 1 }], expires_in: 2_100 }
  const hold = (reference: string) => putHold(SHOP.id, reference, wanted)
  await hold('cart-100235')
  return {
    hold: await cost(() => hold('cart-100234')),
    hold_longer: await cost(() => hold('cart-100234')),
    commit_hold: await cost(() => commitHold(SHOP.id, 'cart-100234', 'pi_3MtwBwLkdIwHu7ix28a3tqPa')),
    release_hold: await cost(() => releaseHold(SHOP.id, 'cart-100235')),
  }
}
