import { beforeEach, expect, test } from 'vitest'
import { columnOf } from '../../clients/console/src/rules/columns.ts'
import { imagesIn, listText } from '../../clients/console/src/rules/lists.ts'
import { newRow } from '../../clients/console/src/rules/rows.ts'
import { addProduct, change, dropNew, undo, undoSave } from '../../clients/console/src/state/editing.ts'
import { keepEdits, takeOffered } from '../../clients/console/src/state/keeping.ts'
import { findProduct, unfold } from '../../clients/console/src/state/reading-shop.ts'
import { save } from '../../clients/console/src/state/saving/saving.ts'
import { edits, order, putRows, rowNow, rows, session, shown } from '../../clients/console/src/state/store.ts'
import { addImage, upload, uploads } from '../../clients/console/src/state/uploading-pictures.ts'
import type { Business } from '../../lib/domain/business.ts'
import { jpegOf } from '../admin/media/pictures.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { asked } from './asked.ts'
import { emptyStorage, leftEdits, openTab, rowOf, type } from './tab.ts'

let shop: Business
let token: string
beforeEach(async () => {
  shop = await makeBusiness()
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
})

const tea = (input = {}) => makeProduct(shop, { category_id: 'tea', ...input })
const productNow = (id: string) => asked(token, 'GET', `/admin/products/${id}`)
const picture = (n: number, alt = '') => ({ url: `https://shop.example/${n}.jpg`, alt })
const asIs = async (file: Blob) => file

/** A picture as a file, different for each colour. */
async function pictureFile(colour: string, name = `${colour}.jpg`): Promise<File> {
  return new File([new Uint8Array(await jpegOf(40, 30, colour))], name, { type: 'image/jpeg' })
}

/** Sends requests, and holds the responses of a path back. */
function holding(path: string) {
  const reached = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const send = async (request: Request) => {
    const response = await fetch(request)
    if (request.url.includes(path)) {
      reached.resolve()
      await left.promise
    }
    return response
  }
  return { held: { reached: reached.promise, letGo: left.resolve }, send }
}

/** Sends requests, and counts those to a path. */
function counting(path: string) {
  const seen = { count: 0 }
  const send = async (request: Request) => {
    if (request.url.includes(path)) seen.count++
    return fetch(request)
  }
  return { seen, send }
}

test('texts, tags and pictures are saved in one request with the rest of the row, and can be put back', async () => {
  const { id } = await tea({ tags: ['green'], brand: 'Ippodo', images: [picture(1, 'One')] })
  const { seen, send } = counting('/bulk')
  await openTab(shop, { fetch: send })
  type(
    [id, 'description', ' Two\nlines\n'],
    [id, 'brand', ''],
    [id, 'tags', listText(['a,b', '"c"'])],
    [id, 'images', listText([picture(2), picture(1, 'First')])],
    [id, 'price', '9'],
  )
  await save()
  expect(leftEdits()).toEqual({})
  expect(seen.count).toBe(1)
  const saved = {
    description: ' Two\nlines\n',
    brand: null,
    tags: ['a,b', '"c"'],
    images: [picture(2), picture(1, 'First')],
    price: 900,
  }
  expect(await productNow(id)).toMatchObject(saved)
  expect(rowOf(id).values).toMatchObject(saved)
  undoSave()
  await save()
  const before = {
    description: '',
    brand: 'Ippodo',
    tags: ['green'],
    images: [picture(1, 'One')],
    price: 1250,
  }
  expect(await productNow(id)).toMatchObject(before)
})

test('others change another field of the product: both changes stay; the same one is said', async () => {
  const { id } = await tea({ tags: ['green'] })
  await openTab(shop)
  type([id, 'description', 'Mine'], [id, 'tags', listText(['mine'])])
  await asked(token, 'PATCH', `/admin/products/${id}`, { brand: 'Theirs', tags: ['theirs'] })
  await save()
  expect(leftEdits()).toEqual({
    [`${id} description`]: 'Mine',
    [`${id} tags`]: [listText(['mine']), 'Somebody else changed it. Save again to keep yours.'],
  })
  await save()
  expect(await productNow(id)).toMatchObject({ description: 'Mine', brand: 'Theirs', tags: ['mine'] })
})

test('what the API says of one picture is said at the pictures', async () => {
  const { id } = await tea()
  await openTab(shop)
  // The console takes this description, the API does not.
  type([id, 'images', listText([picture(1), picture(2, '\ud800')])])
  await save()
  expect(Object.values(leftEdits())).toContainEqual([
    expect.any(String),
    expect.stringMatching(/^Number 2: /),
  ])
})

test('letters typed into one field are one step for Undo', async () => {
  const { id } = await tea()
  await openTab(shop)
  const row = rowOf(id)
  const [text, brand] = [columnOf('description'), columnOf('brand')]
  for (const typed of ['A', 'Ab', 'Abc']) change([{ row, column: text, text: typed }], 'description')
  for (const typed of ['X', 'Xy']) change([{ row, column: brand, text: typed }], 'brand')
  undo()
  expect(leftEdits()).toEqual({ [`${id} description`]: 'Abc' })
  change([{ row, column: brand, text: 'Z' }], 'brand')
  undo()
  expect(leftEdits()).toEqual({ [`${id} description`]: 'Abc' })
  undo()
  expect(leftEdits()).toEqual({})
})

test('a new product keeps what is typed while it is made, and its row leads to its product', async () => {
  let fresh = ''
  const typing = async (request: Request) => {
    const response = await fetch(request)
    if (request.url.endsWith('/products') && request.method === 'POST')
      type([fresh, 'description', 'Typed meanwhile'], [fresh, 'name', 'Renamed'])
    return response
  }
  await openTab(shop, { fetch: typing })
  addProduct()
  fresh = order.value[0] ?? ''
  type([fresh, 'name', 'Oolong'], [fresh, 'price', '7'], [fresh, 'category_id', 'tea'])
  type([fresh, 'tags', listText(['new'])])
  await save()
  const made = rowNow(fresh)
  expect(made).toMatchObject({ kind: 'product', values: { name: 'Oolong', tags: ['new'] } })
  expect(leftEdits()).toEqual({
    [`${made?.id} description`]: 'Typed meanwhile',
    [`${made?.id} name`]: 'Renamed',
  })
  await save()
  expect(leftEdits()).toEqual({})
})

test('a product that is not among the rows is read; edits of it come back after a reload', async () => {
  const { id } = await tea()
  const storage = emptyStorage()
  const without = () => {
    rows.value = new Map()
    order.value = []
  }
  await openTab(shop, { storage })
  expect(await findProduct(crypto.randomUUID())).toBe(false)
  expect(await findProduct('new-x')).toBe(false)
  without()
  expect(await findProduct(id)).toBe(true)
  type([id, 'description', 'Mine'])
  keepEdits(shop.id, storage)
  await openTab(await makeBusiness())
  expect(await findProduct(id)).toBe(false)
  await openTab(shop, { storage })
  without()
  await takeOffered()
  expect(leftEdits()).toEqual({ [`${id} description`]: 'Mine' })
})

test('a product that is read late is in no other business', async () => {
  const { id } = await tea()
  const { held, send } = holding(`/admin/products/${id}`)
  await openTab(shop, { fetch: send })
  rows.value = new Map()
  const reading = findProduct(id)
  await held.reached
  await openTab(await makeBusiness())
  held.letGo()
  expect(await reading).toBe(false)
  expect([...rows.value.keys()]).toEqual([])
})

test('variants that others changed are read before they are saved, also where their product was', async () => {
  const { id } = await asked(token, 'POST', '/admin/products', {
    name: 'Shirt',
    category_id: 'tea',
    options: [{ name: 'Size', values: ['S'] }],
    variants: [{ option_values: { Size: 'S' }, price: 1000 }],
  })
  await openTab(shop)
  await unfold([id])
  const small = shown.value[1]?.id ?? ''
  await asked(token, 'PATCH', `/admin/products/${id}/variants`, { variants: [{ id: small, price: 1999 }] })
  type([id, 'description', 'Mine'], [small, 'price', '9'])
  await save()
  expect(leftEdits()).toEqual({ [`${small} price`]: ['9.00', 'Now 19.99. Save again to keep yours.'] })
  await asked(token, 'PATCH', `/admin/products/${id}`, { description: 'Theirs' })
  // The product waits for its tags, its variants do not.
  type([small, 'price', '8'], [id, 'description', 'Mine again'], [id, 'tags', listText(['W'.repeat(51)])])
  await save()
  expect(rowOf(id).values.description).toBe('Theirs')
  const conflict = 'Somebody else changed it. Save again to keep yours.'
  expect(leftEdits()[`${id} description`]).toEqual(['Mine again', conflict])
  type([id, 'description', 'Mine'], [id, 'tags', ''])
  await save()
  expect({ left: leftEdits(), now: await productNow(id) }).toMatchObject({
    left: {},
    now: { description: 'Mine' },
  })
})

test('a product that was deleted by others says so in its fields', async () => {
  const { id } = await tea()
  await openTab(shop)
  type([id, 'description', 'Mine'])
  await asked(token, 'DELETE', `/admin/products/${id}`)
  await save()
  expect(leftEdits()).toEqual({ [`${id} description`]: ['Mine', expect.any(String)] })
})

test('files become pictures of the product for which they were chosen; one that fails stops no other', async () => {
  const [one, two] = [await tea(), await tea()]
  await openTab(shop)
  const broken = new File(['x'], 'broken.jpg', { type: 'image/jpeg' })
  const ofOne = upload(one.id, [await pictureFile('#f00'), broken], asIs)
  const ofTwo = upload(two.id, [await pictureFile('#0f0')], asIs)
  await Promise.all([ofOne, ofTwo])
  const failed = [{ name: 'broken.jpg', why: expect.stringContaining('Request id') }]
  expect(uploads.value.get(one.id)).toEqual({ done: 2, of: 2, failed })
  expect(uploads.value.get(two.id)).toEqual({ done: 1, of: 1, failed: [] })
  await save()
  expect(leftEdits()).toEqual({})
  for (const { id } of [one, two])
    expect(await productNow(id)).toMatchObject({ images: [{ alt: '', width: 40, height: 30 }] })
})

test('nothing is added once another business is open, or the product was dropped', async () => {
  const { id } = await tea()
  const { held, send } = holding('/admin/media')
  await openTab(shop, { fetch: send })
  const file = await pictureFile('#00f')
  const uploading = upload(id, [file, file], asIs)
  await held.reached
  await openTab(await makeBusiness())
  // The same id here would be a leak.
  putRows([{ ...newRow(id), kind: 'product' }])
  held.letGo()
  await uploading
  expect({ edits: edits.value.size, uploads: uploads.value.size }).toEqual({ edits: 0, uploads: 0 })
  addProduct()
  const row = rowOf(order.value[0] ?? '')
  dropNew(row)
  addImage(row.id, picture(1))
  expect(edits.value.size).toBe(0)
})

test('a key that is lost while files are uploaded leads to its field, and names the files that are missing', async () => {
  const { id } = await tea()
  const refusing = async (request: Request) =>
    request.url.endsWith('/media') ? new Response('{}', { status: 401 }) : fetch(request)
  await openTab(shop, { fetch: refusing })
  const file = await pictureFile('#0ff')
  await upload(id, [file, file], asIs)
  expect(session.value).toBeUndefined()
  expect(uploads.value.get(id)?.failed).toHaveLength(2)
})

test('the picture of a new product lands in the product that was made meanwhile', async () => {
  await openTab(shop)
  addProduct()
  const [fresh = ''] = order.value
  type([fresh, 'name', 'Oolong'], [fresh, 'price', '7'], [fresh, 'category_id', 'tea'])
  await upload(fresh, [await pictureFile('#ff0')], async (blob) => {
    await save()
    return blob
  })
  const made = rowNow(fresh)?.id ?? ''
  expect(imagesIn(edits.value.get(`${made} images`)?.text ?? '')).toHaveLength(1)
  await save()
  expect(await productNow(made)).toMatchObject({ images: [{ width: 40 }] })
})
