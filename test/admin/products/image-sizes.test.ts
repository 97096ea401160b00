import { beforeEach, describe, expect, test } from 'vitest'
import { create, faults, type Merchant, makeShelves, TEA } from '../merchant.ts'
import { eventsOf } from '../table.ts'
import { BY_ID, DOORS, EXTERNAL_ID, PUT_VARIANTS, UPSERTS } from '../variants/doors.ts'
import { pathOf, publicly, variantsIn } from '../variants/shirts.ts'

const URL = 'https://images.example/1.jpg'
const BARE = { url: URL, alt: '' }
const SIZED = { url: URL, alt: 'One', width: 800, height: 600 }
const OTHER = { url: 'https://images.example/2.jpg', alt: '', width: 1, height: 20_000 }

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const BODY = { ...TEA, status: 'active', external_id: EXTERNAL_ID }
const make = (more: object = {}) => create(shop, '/admin/products', { ...BODY, ...more })
const read = async (path: string) => (await shop.ask('GET', path)).body
const imagesOf = async (id: string) => (await read(`/admin/products/${id}`)).images

test('everybody sees the sizes that are set, behind the other members, and no others', async () => {
  const { id, images } = await make({ images: [{ height: 600, width: 800, alt: 'One', url: URL }, BARE] })
  expect(JSON.stringify(images)).toBe(JSON.stringify([SIZED, BARE]))
  expect(await imagesOf(id)).toEqual(images)
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

describe.each([...UPSERTS, ...BY_ID])('%s', (_, send) => {
  const write = async (id: string, images: unknown) => {
    const told = await send(shop, id, { ...TEA, images })
    expect([told.status, told.body.errors ?? []]).toEqual([200, []])
    return imagesOf(id)
  }

  test('sets sizes, takes them away, and changes nothing with what a read returned', async () => {
    const { id } = await make({ images: [BARE] })
    expect(await write(id, [SIZED, OTHER])).toEqual([SIZED, OTHER])
    const { version, images } = await read(`/admin/products/${id}`)
    expect(await write(id, images)).toEqual([SIZED, OTHER])
    expect((await read(`/admin/products/${id}`)).version).toBe(version)
    expect(await write(id, [{ ...SIZED, width: null, height: null }, { url: OTHER.url }])).toEqual([
      { url: URL, alt: 'One' },
      { url: OTHER.url, alt: '' },
    ])
  })

  test('refuses other sizes, and one without the other', async () => {
    const { id } = await make({ images: [SIZED] })
    const { width: _, ...high } = OTHER
    const images = [{ ...SIZED, width: '800', height: 0 }, high, { ...SIZED, height: null }, OTHER]
    const told = await send(shop, id, { ...TEA, images })
    expect([told.status, ...faults(told).sort()]).toEqual([
      422,
      '/images/0/height invalid',
      '/images/0/width invalid',
      '/images/1/height invalid',
      '/images/2/width invalid',
    ])
    expect(await imagesOf(id)).toEqual([SIZED])
  })
})

const sized = (image: unknown, more: object = {}) => ({
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [
    { option_values: { Size: 'S' }, price: 500, sku: 'S', image, ...more },
    { option_values: { Size: 'M' }, price: 600, sku: 'M', image: OTHER },
  ],
})

const variantImages = async (id: string) =>
  variantsIn({ body: await read(pathOf(id)) }).map(({ image }) => image)

test.each(DOORS)('%s sets sizes of the images of variants', async (_, send) => {
  const { id } = await make({ images: [SIZED] })
  const images = send === PUT_VARIANTS[1] ? {} : { images: [SIZED] }
  expect((await send(shop, id, { ...sized(SIZED), ...images })).status).toBe(200)
  expect(await variantImages(id)).toEqual([SIZED, OTHER])
  const { options, variants } = await read(pathOf(id))
  const before = await read(`/admin/products/${id}`)
  expect((await send(shop, id, { options, variants, ...images })).status).toBe(200)
  expect((await read(`/admin/products/${id}`)).version).toBe(before.version)
  const told = await send(shop, id, sized({ ...BARE, width: 20_001, height: 5 }))
  expect([told.status, ...faults(told)]).toEqual([422, '/variants/0/image/width invalid'])
  expect((await send(shop, id, sized(BARE))).status).toBe(200)
  expect(await variantImages(id)).toEqual([BARE, OTHER])
})

test('a merge patch of a variant changes sides of its image that has both', async () => {
  const { id } = await make()
  await PUT_VARIANTS[1](shop, id, sized(SIZED))
  const patch = (image: object) => shop.ask('PATCH', pathOf(id), { variants: [{ sku: 'S', image }] })
  expect((await patch({ width: 900 })).status).toBe(200)
  expect(await variantImages(id)).toEqual([{ ...SIZED, width: 900 }, OTHER])
  expect(faults(await patch({ height: null }))).toEqual(['/variants/0/image/width invalid'])
  expect((await patch({ height: null, width: null })).status).toBe(200)
  expect(await variantImages(id)).toEqual([{ url: URL, alt: 'One' }, OTHER])
  expect(faults(await patch({ height: 5 }))).toEqual(['/variants/0/image/height invalid'])
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
  expect((await patch({ url: OTHER.url })).body.image).toEqual({ ...SIZED, url: OTHER.url, width: 900 })
  expect(faults(await patch({ width: null }))).toEqual(['/image/height invalid'])
  expect((await patch({ width: null, height: null })).body.image).toEqual({ url: OTHER.url, alt: 'One' })
  expect(faults(await patch({ width: 5 }))).toEqual(['/image/width invalid'])
  expect((await patch(null)).body.image).toBeNull()
  expect((await patch(OTHER)).body.image).toEqual(OTHER)
  expect((await patch({ ...BARE, width: null, height: null })).body.image).toStrictEqual(BARE)
  await expect.poll(shown).toStrictEqual(BARE)
  const wrong = { id: 'tins', name: 'Tins', image: { ...BARE, height: 5 } }
  expect(faults(await shop.ask('POST', '/admin/categories', wrong))).toEqual(['/image/height invalid'])
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
