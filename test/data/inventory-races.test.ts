import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AdjustmentRefused, adjustStock } from '../../lib/data/inventory/adjust.ts'
import { readStock } from '../../lib/data/inventory/stock-item.ts'
import { findWholeProduct } from '../../lib/data/products/product-reads.ts'
import { changeProduct, deleteProduct, updateProduct } from '../../lib/data/products/products.ts'
import type { TableWrite } from '../../lib/data/table/calls/writer.ts'
import { stockKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { patchVariants } from '../../lib/domain/products/patch-variants.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { isOnBackorder, isSellable } from '../../lib/domain/stock/stock.ts'
import { recordedEvents } from '../prove/recorded-events.ts'
import { itemsIn } from '../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

/** Somebody else, who acts once, before the first transaction that adjusts a stock, or before the first of all. */
const other = vi.hoisted(() => ({ act: undefined as (() => Promise<unknown>) | undefined, isFirst: false }))

vi.mock('../../lib/data/table/calls/writer.ts', async (original) => {
  const real = await original<typeof import('../../lib/data/table/calls/writer.ts')>()
  const isAdjustment = (writes: readonly TableWrite[]) =>
    writes.some(({ Update }) => Update?.UpdateExpression?.includes('ADD q'))
  const sendTransaction: typeof real.sendTransaction = async (writes, token) => {
    const { act } = other
    if (act && (other.isFirst || isAdjustment(writes))) {
      other.act = undefined
      await act()
    }
    return real.sendTransaction(writes, token)
  }
  return { ...real, sendTransaction }
})

let business: Business

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  // Time stands still, so that no writer's deadline passes, however slow the machine is: it has tests of its own.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  Object.assign(other, { act: undefined, isFirst: false })
})

const SALE = { reason: 'sale', reference: null }
const minusOne = (variantId: string, index: number) => ({ index, variantId, delta: -1 })
const change = (variantId: string, how: { delta: number } | { quantity: number }) =>
  adjustStock(business.id, {
    ...SALE,
    changes: [{ index: 0, variantId, ...how }],
  })

const makeStocked = async (quantity: number, more: object = {}) =>
  (await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity, ...more })).id

/** Two variants of which there are so many. */
async function makeSizes(each: readonly number[], more: object = {}) {
  const { id } = await makeProduct(business, { category_id: 'tea' })
  const variants = each.map((quantity, n) => ({
    option_values: { Size: `${n}` },
    price: 1,
    track_inventory: true,
    quantity,
    ...more,
  }))
  const options = [{ name: 'Size', values: each.map((_, n) => `${n}`) }]
  await changeProduct(business.id, id, (whole) => replaceVariants(whole, { options, variants }))
  return id
}

const patch = (id: string, fields: object) =>
  updateProduct(business.id, id, (product) => ({ ...product, ...fields }))
const patchVariant = (id: string, fields: object) =>
  changeProduct(business.id, id.slice(0, 36), (whole) =>
    patchVariants(whole, { variants: [{ id, ...fields }] }),
  )
const left = async (id: string) => (await readStock(business.id, id.slice(0, 36))).get(id)?.quantity

/** Nothing has a stock but what tracks it, none is below zero unless it may be, and the flags of each are as its stock. */
async function expectSound(id: string): Promise<void> {
  const whole = await findWholeProduct(business.id, id)
  const stock = await readStock(business.id, id)
  const tracked = whole?.set.variants.filter(({ track_inventory }) => track_inventory) ?? []
  expect([...stock.keys()]).toEqual(tracked.map((variant) => variant.id))
  expect(await itemsIn(stockKey(business.id, '').pk)).toHaveLength(tracked.length > 0 ? 1 : 0)
  for (const { is_available, is_on_backorder = false, ...variant } of tracked) {
    const level = stock.get(variant.id)
    expect(is_available).toBe(level && isSellable(level))
    expect(is_on_backorder).toBe(level && isOnBackorder(level))
  }
  const enabled = whole?.set.variants.filter(({ is_enabled }) => is_enabled) ?? []
  if (whole) expect(whole.product.is_available).toBe(enabled.some(({ is_available }) => is_available))
}

/** Sells one piece as often, beside something else; gives how many were sold. */
async function sellBeside(variantId: string, buyers: number, act: () => Promise<unknown>) {
  const [outcome, ...sales] = await Promise.allSettled([
    act(),
    ...Array.from({ length: buyers }, () => change(variantId, { delta: -1 })),
  ])
  expect(outcome.status).toBe('fulfilled')
  for (const sale of sales)
    if (sale.status === 'rejected') expect(sale.reason).toBeInstanceOf(AdjustmentRefused)
  return sales.filter(({ status }) => status === 'fulfilled').length
}

describe('while 20 buy 10 pieces', () => {
  const BUYERS = 20

  test('the product is deleted: no stock is left', async () => {
    const id = await makeStocked(10)
    await sellBeside(id, BUYERS, () => deleteProduct(business.id, id))
    await expectSound(id)
  })

  test('the variant is removed, and the other one keeps what there is of it', async () => {
    const id = await makeSizes([10, 3])
    await sellBeside(`${id}-1`, BUYERS, () =>
      changeProduct(business.id, id, (whole) =>
        replaceVariants(whole, {
          options: whole.set.options,
          variants: [{ id: `${id}-2`, option_values: { Size: '1' }, price: 1 }],
        }),
      ),
    )
    await expectSound(id)
    expect(await left(`${id}-2`)).toBe(3)
  })

  test('it is tracked no more', async () => {
    const id = await makeStocked(10)
    await sellBeside(id, BUYERS, () => patch(id, { track_inventory: false }))
    await expectSound(id)
  })

  test('a variant is tracked no more', async () => {
    const id = await makeSizes([10, 0])
    await sellBeside(`${id}-1`, BUYERS, () => patchVariant(`${id}-1`, { track_inventory: false }))
    await expectSound(id)
  })

  test('it is no longer sold beyond its quantity', async () => {
    const id = await makeStocked(10, { allow_backorder: true })
    const sold = await sellBeside(id, BUYERS, () => patch(id, { allow_backorder: false }))
    await expectSound(id)
    expect(await left(id)).toBe(10 - sold)
    await expect(change(id, { delta: -BUYERS })).rejects.toThrow(AdjustmentRefused)
  })

  test('it is published', async () => {
    const id = await makeSizes([10, 0])
    await patch(id, { status: 'draft' })
    expect(await sellBeside(`${id}-1`, BUYERS, () => patch(id, { status: 'active' }))).toBe(10)
    await expectSound(id)
    expect(await left(`${id}-1`)).toBe(0)
  })
})

describe('between what is read of a stock and what is written', () => {
  const sell = (id: string, delta: number) => () => change(id, { delta })

  test.each([
    ['a sale leaves too little', 5, -3, -3, 2],
    ['a sale leaves nothing', 5, -2, -3, 0],
    ['a return leaves more than nothing', 1, -1, 3, 3],
  ])('%s: neither is lost, and the flag is right', async (_, quantity, mine, theirs, due) => {
    const id = await makeStocked(quantity)
    other.act = sell(id, theirs)
    await change(id, { delta: mine }).catch((error) => expect(error).toBeInstanceOf(AdjustmentRefused))
    expect(await left(id)).toBe(due)
    await expectSound(id)
  })

  test.each([
    [1, 0],
    [2, 1],
  ])('a debt of 2 is paid by 1 and by %i of others: it is available in time', async (theirs, due) => {
    const id = await makeStocked(0, { allow_backorder: true })
    await change(id, { delta: -2 })
    await patch(id, { allow_backorder: false })
    other.act = sell(id, theirs)
    await change(id, { delta: 1 })
    expect(await left(id)).toBe(due)
    await expectSound(id)
  })

  test('a sale changes a quantity that is set: it is what was set', async () => {
    const id = await makeStocked(5)
    other.act = sell(id, -2)
    await change(id, { quantity: 9 })
    expect(await left(id)).toBe(9)
  })

  test.each([
    ['allowed', false, 1, { delta: -1 }, 0],
    ['allowed no more', true, 0, { delta: -1 }, 0],
    ['allowed no more, and it is set to nothing', true, 3, { quantity: 0 }, 0],
  ] as const)('backorders are %s: the flag is right', async (_, allow_backorder, quantity, how, due) => {
    const id = await makeStocked(quantity, { allow_backorder })
    other.act = () => patch(id, { allow_backorder: !allow_backorder })
    await change(id, how).catch((error) => expect(error).toBeInstanceOf(AdjustmentRefused))
    expect(await left(id)).toBe(due)
    await expectSound(id)
  })

  test.each([
    ['others take the last piece first', 2, -1, -1],
    ['others bring pieces first', 1, -2, 3],
    ['others take the last piece, and this pays it back', 1, 1, -1],
  ])('%s: it is on backorder exactly if none is left', async (_, quantity, mine, theirs) => {
    const id = await makeStocked(quantity, { allow_backorder: true })
    other.act = sell(id, theirs)
    await change(id, { delta: mine })
    expect(await left(id)).toBe(quantity + mine + theirs)
    await expectSound(id)
  })

  test('a sale crosses zero while the product is renamed: both count', async () => {
    const id = await makeStocked(1, { allow_backorder: true })
    Object.assign(other, { isFirst: true, act: sell(id, -3) })
    await patch(id, { name: 'Renamed' })
    await expectSound(id)
    expect((await findWholeProduct(business.id, id))?.product).toMatchObject({
      name: 'Renamed',
      is_on_backorder: true,
    })
  })

  test('a sale takes the last piece while backorders end: it is not available', async () => {
    const id = await makeStocked(2, { allow_backorder: true })
    Object.assign(other, { isFirst: true, act: sell(id, -2) })
    // Later than the sale, so that its time alone does not let the change fail.
    const now = new Date(Date.now() + 500)
    await updateProduct(business.id, id, (product) => ({ ...product, allow_backorder: false }), { now })
    expect(await left(id)).toBe(0)
    await expectSound(id)
  })

  test('backorders end by a clock behind that of a sale: nothing is sold that is not there', async () => {
    const id = await makeStocked(0, { allow_backorder: true })
    other.act = () => patch(id, { allow_backorder: false })
    // Later than the change, so that its time alone does not let the sale fail.
    const now = new Date(Date.now() + 500)
    const sale = adjustStock(business.id, { ...SALE, changes: [minusOne(id, 0)] }, { now })
    await expect(sale).rejects.toThrow(AdjustmentRefused)
    expect(await left(id)).toBe(0)
    await expectSound(id)
  })

  test.each([
    ['with backorders', { allow_backorder: true }],
    ['without', {}],
  ])('the product goes, %s: its stock does not come back', async (_, more) => {
    const id = await makeStocked(5, more)
    other.act = () => deleteProduct(business.id, id)
    await expect(change(id, { delta: -1 })).rejects.toThrow(AdjustmentRefused)
    await expectSound(id)
  })
})

describe('a follower of the events', () => {
  /** The copy that a follower of the feed keeps: each variant's quantity in its newest event, by its id. */
  async function mirrored() {
    const quantities = new Map<string, number>()
    for (const { type, data } of await recordedEvents(business.id)) {
      if (type !== 'inventory.adjusted') continue
      const { changes } = data as unknown as { changes: { variant_id: string; quantity: number }[] }
      for (const { variant_id, quantity } of changes) quantities.set(variant_id, quantity)
    }
    return quantities
  }

  test('has the quantities that there are, after sales that began and ended in any order', async () => {
    const [plain, sizes] = [await makeStocked(15), await makeSizes([30, 30])]
    const both = { ...SALE, changes: [`${sizes}-1`, `${sizes}-2`, plain].map(minusOne) }
    vi.useRealTimers()
    const began = [-900, -500, 0, 300, 700].map((ms) => new Date(Date.now() + ms))
    await Promise.allSettled(
      began.flatMap((now) => [
        adjustStock(business.id, both, { now }),
        ...[plain, `${sizes}-1`].map((id) =>
          adjustStock(business.id, { ...SALE, changes: [minusOne(id, 0)] }, { now }),
        ),
        adjustStock(
          business.id,
          { ...SALE, changes: [{ index: 0, variantId: plain, quantity: 7 }] },
          { now },
        ),
      ]),
    )
    const events = await mirrored()
    for (const id of [plain, `${sizes}-1`, `${sizes}-2`]) expect(events.get(id)).toBe(await left(id))
  })

  test('has them also if two others changed the stock in between, and left it as it was', async () => {
    const id = await makeStocked(10)
    other.act = async () => {
      await change(id, { delta: -3 })
      await change(id, { delta: 3 })
    }
    await change(id, { delta: -1 })
    expect((await mirrored()).get(id)).toBe(9)
  })

  test.each<[string, (id: string) => Promise<unknown>, type: string]>([
    ['the product is deleted', (id) => deleteProduct(business.id, id), 'product.deleted'],
    ['it is tracked no more', (id) => patch(id, { track_inventory: false }), 'product.updated'],
    [
      'another variant takes the place of the product',
      (id) =>
        changeProduct(business.id, id, (whole) =>
          replaceVariants(whole, {
            options: [{ name: 'Size', values: ['S'] }],
            variants: [{ option_values: { Size: 'S' }, price: 1 }],
          }),
        ),
      'product.updated',
    ],
  ])(
    'has no sale behind the event of its end, from whatever clock the sale had: %s',
    async (_, end, type) => {
      const id = await makeStocked(10)
      Object.assign(other, {
        isFirst: true,
        act: () =>
          adjustStock(
            business.id,
            { ...SALE, changes: [minusOne(id, 0)] },
            { now: new Date(Date.now() + 500) },
          ),
      })
      await end(id)
      const types = (await recordedEvents(business.id)).map((event) => event.type)
      expect(types.slice(-2)).toEqual(['inventory.adjusted', type])
      await expectSound(id)
    },
  )

  test('has no sale before the event with which its stock begins, from whatever clock the sale had', async () => {
    const id = await makeStocked(10, { track_inventory: false, quantity: undefined })
    await changeProduct(
      business.id,
      id,
      (whole) => ({
        ...whole,
        product: { ...whole.product, track_inventory: true },
        set: { ...whole.set, variants: whole.set.variants.map((one) => ({ ...one, track_inventory: true })) },
        origins: new Map([[id, { quantity: 5 }]]),
      }),
      { now: new Date(Date.now() + 500) },
    )
    await change(id, { delta: -1 })
    const types = (await recordedEvents(business.id)).map((event) => event.type)
    expect(types.slice(-2)).toEqual(['product.updated', 'inventory.adjusted'])
  })

  test('gets each change from the quantity before it to the one after it', async () => {
    const id = await makeStocked(30)
    await Promise.all(Array.from({ length: 20 }, () => change(id, { delta: -1 })))
    const seen = (await recordedEvents(business.id))
      .filter(({ type }) => type === 'inventory.adjusted')
      .flatMap(({ data }) => (data as unknown as { changes: { quantity: number }[] }).changes)
    expect(seen.map(({ quantity }) => quantity)).toEqual(Array.from({ length: 20 }, (_, n) => 29 - n))
  })
})

describe('a sale by SKU', () => {
  const sell = () => adjustStock(business.id, { ...SALE, changes: [{ index: 0, sku: 'CUP', delta: -1 }] })
  const options = [{ name: 'Size', values: ['S'] }]

  test('is made although its product gets options, or loses them, meanwhile', async () => {
    const id = await makeStocked(10, { sku: 'CUP' })
    other.act = () =>
      changeProduct(business.id, id, (whole) =>
        replaceVariants(whole, { options, variants: [{ id, option_values: { Size: 'S' }, price: 1 }] }),
      )
    expect(await sell()).toMatchObject([{ variantId: `${id}-1`, quantity: 9 }])
    other.act = () =>
      changeProduct(business.id, id, (whole) =>
        replaceVariants(whole, { options: [], variants: [{ id: `${id}-1`, price: 1 }] }),
      )
    expect(await sell()).toMatchObject([{ variantId: id, quantity: 8 }])
    await expectSound(id)
  })

  test('is a sale of the product that has the SKU when it is made', async () => {
    const [first, second] = [await makeStocked(10, { sku: 'CUP' }), await makeStocked(5)]
    other.act = async () => {
      await patch(first, { sku: null })
      await patch(second, { sku: 'CUP' })
    }
    expect(await sell()).toMatchObject([{ variantId: second, quantity: 4 }])
    expect([await left(first), await left(second)]).toEqual([10, 4])
  })
})
