/** Options and variants at each way to write them: each is a function with code and permissions of its own. */
import { expect, test } from 'vitest'
import { faults, makeShelves, outcome } from '../merchant.ts'
import { DOORS, EXTERNAL_ID, PUT_VARIANTS, SHIRT } from '../products/doors.ts'
import { everythingOf } from '../table.ts'
import { makeShirt, pathOf, SIZES, shirts, variantsIn } from './shirts.ts'

const IMAGE = { url: 'https://images.example/1.jpg', alt: 'One', width: 800, height: 600 }
const TRACKED = { track_inventory: true, quantity: 5, image: IMAGE }
const ALL = shirts().variants.map((one) => ({ ...one, ...TRACKED }))

test.each(DOORS)(
  '%s gives a product options, changes its variants, and takes the options away',
  async (...door) => {
    const [, send] = door
    const shop = await makeShelves()
    const { id } = await makeShirt(shop, { ...SHIRT, price: 1, external_id: EXTERNAL_ID })
    const write = (body: object) => send(shop, id, body)
    const isOfProduct = send !== PUT_VARIANTS[1]
    const written = async (body: object, name?: string) => {
      expect(outcome(await write({ ...body, ...(isOfProduct && name && { name }) }))).toBe('200')
      if (isOfProduct && name) expect((await shop.ask('GET', `/admin/products/${id}`)).body.name).toBe(name)
      return (await shop.ask('GET', pathOf(id))).body
    }
    const stock = async () => (await shop.ask('GET', '/admin/inventory')).body.data

    const two = variantsIn({ body: await written({ options: [SIZES], variants: ALL.slice(0, 2) }) })
    expect(two).toMatchObject([{ image: IMAGE }, { image: IMAGE }])
    const kept = two.map(({ id, option_values, price }) => ({ id, option_values, price }))
    const three = variantsIn({
      body: await written({ options: [SIZES], variants: [...kept, ALL[2]] }, 'Three'),
    })
    expect(three.map((one) => one.id)).toEqual([1, 2, 3].map((n) => `${id}-${n}`))

    // A body without variants leaves them.
    if (isOfProduct) expect(variantsIn({ body: await written({}, 'Other') })).toEqual(three)

    // Without options, those that there are stay.
    const stocked = await stock()
    expect(stocked.map(({ quantity }) => quantity)).toEqual([5, 5, 5])
    const dearer = three.map(({ option_values, price }) => ({ option_values, price: price + 1 }))
    expect(await written({ variants: dearer })).toMatchObject({
      options: [SIZES],
      variants: three.map(({ id, price, sku }) => ({ id, price: price + 1, sku })),
    })
    expect(await stock()).toEqual(stocked)

    const before = await everythingOf(shop.business.id)
    expect(faults(await write({ variants: [{ sku: 'SHIRT-S', price: 1 }] }))).toEqual([
      '/variants/0/option_values/Size required',
    ])
    if (isOfProduct) expect(faults(await write({ price: 5 }))).toEqual(['/price read_only'])
    expect(await everythingOf(shop.business.id)).toEqual(before)

    expect(await written({ options: [], variants: [{ sku: 'SHIRT-S', price: 1 }] })).toMatchObject({
      options: [],
      variants: [{ id, sku: 'SHIRT-S', price: 1 }],
    })
    expect(await written({ variants: [{ price: 9 }] })).toMatchObject({
      options: [],
      variants: [{ id, price: 9, sku: 'SHIRT-S' }],
    })
  },
)
