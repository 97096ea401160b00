import { beforeEach, expect, test } from 'vitest'
import { create, faults, type Merchant, makeShelves, TEA } from '../merchant.ts'
import { eventsOf } from '../table.ts'
import { pathOf, publicly, variantsIn } from '../variants/shirts.ts'

const URL = 'https://images.example/1.jpg'
const BARE = { url: URL, alt: '' }
const SIZED = { url: URL, alt: 'One', width: 800, height: 600 }
const OTHER = { url: 'https://images.example/2.jpg', alt: '', width: 1, height: 20_000 }

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const make = (more: object = {}) => create(shop, '/admin/products', { ...TEA, status: 'active', ...more })
const read = async (path: string) => (await shop.ask('GET', path)).body

test('everybody sees the sizes that are set, behind the other members, and no others', async () => {
  const { id, images } = await make({ images: [{ height: 600, width: 800, alt: 'One', url: URL }, BARE] })
  expect(JSON.stringify(images)).toBe(JSON.stringify([SIZED, BARE]))
  expect((await read(`/admin/products/${id}`)).images).toEqual(images)
  const shown = async (path: string) => {
    const { body } = await publicly(shop, path)
    const [one] = body.data ?? [body]
    return JSON.stringify(one?.images)
  }
  for (const path of [
    `/products/${id}`,
    '/products/sencha?expand=variants',
    '/products',
    `/products?ids=${id}&expand=variants`,
    '/products?category=tea&fields=images',
    '/products/search?q=sencha',
  ])
    await expect.poll(() => shown(path), { message: path, timeout: 10_000 }).toBe(JSON.stringify(images))
})

test('a product keeps the sizes that are sent, loses them with null, and changes nothing with what a read returned', async () => {
  const { id } = await make({ images: [BARE] })
  const path = `/admin/products/${id}`
  const write = async (images: unknown) => (await shop.ask('PATCH', path, { images })).body
  const { version, images } = await write([SIZED, OTHER])
  expect(images).toEqual([SIZED, OTHER])
  expect((await write(images)).version).toBe(version)
  expect((await write([{ ...SIZED, width: null, height: null }, { url: OTHER.url }])).images).toEqual([
    { url: URL, alt: 'One' },
    { url: OTHER.url, alt: '' },
  ])
})

const sized = (image: unknown) => ({
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [
    { option_values: { Size: 'S' }, price: 500, sku: 'S', image },
    { option_values: { Size: 'M' }, price: 600, sku: 'M', image: OTHER },
  ],
})

const variantImages = async (id: string) =>
  variantsIn({ body: await read(pathOf(id)) }).map(({ image }) => image)

test('a merge patch of a variant changes sides of its image that has both', async () => {
  const { id } = await make()
  await shop.ask('PUT', pathOf(id), sized(SIZED))
  const patch = (image: object) => shop.ask('PATCH', pathOf(id), { variants: [{ sku: 'S', image }] })
  expect((await patch({ width: 900 })).status).toBe(200)
  expect(await variantImages(id)).toEqual([{ ...SIZED, width: 900 }, OTHER])
  expect((await patch({ height: null, width: null })).status).toBe(200)
  expect(await variantImages(id)).toEqual([{ url: URL, alt: 'One' }, OTHER])
  const shown = async () =>
    variantsIn(await publicly(shop, `/products/${id}/variants`)).map((one) => one.image)
  await expect.poll(shown).toEqual([{ url: URL, alt: 'One' }, OTHER])
})

test('a category has them, in each of its writes and reads', async () => {
  const path = '/admin/categories/cups'
  const made = await create(shop, '/admin/categories', { id: 'cups', name: 'Cups', image: SIZED })
  expect(JSON.stringify(made.image)).toBe(JSON.stringify(SIZED))
  const shown = async () => (await publicly(shop, '/categories/cups')).body.image
  await expect.poll(shown).toEqual(SIZED)
  expect((await publicly(shop, '/categories')).body.data.map(({ image }) => image ?? null)).toContainEqual(
    SIZED,
  )
  const patch = (image: unknown) => shop.ask('PATCH', path, { image })
  expect((await patch(made.image)).body).toEqual(made)
  expect((await patch({ width: 900 })).body.image).toEqual({ ...SIZED, width: 900 })
  expect(faults(await patch({ width: null }))).toEqual(['/image/height invalid'])
  expect((await patch(null)).body.image).toBeNull()
  expect((await patch({ ...BARE, width: null, height: null })).body.image).toStrictEqual(BARE)
  await expect.poll(shown).toStrictEqual(BARE)
})

test('events have them', async () => {
  const { id } = await make({ images: [BARE] })
  await shop.ask('PATCH', `/admin/products/${id}`, { images: [SIZED] })
  const happened = (await eventsOf(shop.business.id)).map(({ event }) => event)
  expect(happened.at(-1)).toMatchObject({
    type: 'product.updated',
    data: { images: [SIZED] },
    previous: { images: [BARE] },
  })
})
