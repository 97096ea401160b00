import { describe, expect, test } from 'vitest'
import { makeBusiness } from '../../support/shop.ts'
import { exported, importInto } from '../operate.ts'
import { csvOf } from './dialects/tables.ts'

const url = (name: string) => `https://images.example/${name}.jpg`
const image = (name: string, size: object = {}) => ({ url: url(name), alt: '', ...size })
const SIZE = { width: 800, height: 600 }

const cup = { external_id: 'e1', name: 'Cup', price: 900, category: 'Cups' }

async function shopWith(fields: object) {
  const business = await makeBusiness()
  expect(await importInto(business, [{ ...cup, ...fields }])).toMatchObject({
    created: 1,
    refused: [],
    lost: [],
  })
  return business
}
type Shop = Awaited<ReturnType<typeof shopWith>>

const imagesIn = async (business: Shop) => (await exported(business)).lines[0]?.images

test('the sizes in a JSON file are taken, and the same file changes nothing', async () => {
  const fields = { images: [image('a', SIZE), image('b')] }
  const business = await shopWith(fields)
  expect(await imagesIn(business)).toEqual(fields.images)
  expect(await importInto(business, [{ ...cup, ...fields }])).toMatchObject({ unchanged: 1 })
})

test('a size that no picture can have is left out and named; the picture keeps the size that it has', async () => {
  const size = { width: 800 }
  const lost = [
    {
      loss: 'image_size',
      count: 1,
      first: `row 1: the width and the height of ${url('a')} are not whole numbers from 1 to 20,000`,
    },
  ]
  const business = await shopWith({ images: [image('a', SIZE)] })
  const rows = [{ ...cup, images: [image('a', size)] }]
  expect(await importInto(business, rows)).toMatchObject({ unchanged: 1, refused: [], lost })
  expect(await imagesIn(business)).toEqual([image('a', SIZE)])
  expect(await importInto(await makeBusiness(), rows)).toMatchObject({ created: 1, refused: [], lost })
})

describe('a file without sizes', () => {
  test('leaves those of a picture with the same URL, wherever it comes', async () => {
    const business = await shopWith({ images: [image('a', SIZE), image('b')] })
    const row = { ...cup, price: '900', images: [url('c'), url('b'), url('a')].join('|') }
    const file = { name: 'a.csv', text: csvOf(Object.keys(row), [row]) }
    expect(await importInto(business, file, '--prices', 'minor')).toMatchObject({ updated: 1, lost: [] })
    expect(await imagesIn(business)).toEqual([image('c'), image('b'), image('a', SIZE)])
    expect(await importInto(business, file, '--prices', 'minor')).toMatchObject({ unchanged: 1 })
    expect(await importInto(business, [{ ...cup, images: [] }])).toMatchObject({ updated: 1 })
    expect(await importInto(business, file, '--prices', 'minor')).toMatchObject({ updated: 1 })
    expect(await imagesIn(business)).toEqual([image('c'), image('b'), image('a')])
  })

  test('takes them away where it says null', async () => {
    const business = await shopWith({ images: [image('a', SIZE)] })
    const nothing = { width: null, height: null }
    expect(await importInto(business, [{ ...cup, images: [image('a', nothing)] }])).toMatchObject({
      updated: 1,
    })
    expect(await imagesIn(business)).toEqual([image('a')])
  })

  test('leaves those of the images of variants', async () => {
    const options = [{ name: 'Size', values: ['S', 'M'] }]
    const variant = (Size: string, picture: object) => ({
      option_values: { Size },
      price: 900,
      image: picture,
    })
    const { price: _, ...shirt } = cup
    const rows = (...variants: object[]) => [{ ...shirt, options, variants }]
    const business = await makeBusiness()
    await importInto(business, rows(variant('S', image('s', SIZE)), variant('M', image('m'))))
    const again = rows(variant('S', image('m')), variant('M', image('s')))
    expect(await importInto(business, again)).toMatchObject({ updated: 1, refused: [] })
    const [line] = (await exported(business)).lines
    expect(line?.variants).toMatchObject([{ image: image('m') }, { image: image('s', SIZE) }])
    expect(await importInto(business, again)).toMatchObject({ unchanged: 1 })
  })
})
