import { describe, expect, test } from 'vitest'
import { mergeRow } from '../../../lib/import/write/merge-row.ts'
import { rowOf, wholeOf } from './whole-of-row.ts'

const [A, B, C] = [1, 2, 3].map((n) => `https://images.example/${n}.jpg`)
const picture = (url: string | undefined, size: object = {}) => ({ url, alt: '', ...size })
const SIZE = { width: 800, height: 600 }
const CUP = { external_id: 'e1', name: 'Cup', price: 900, category: 'Cups' }

/** The pictures of a product with these after a file for it. */
async function picturesAfter(images: object[], text: string) {
  const before = wholeOf(await rowOf(JSON.stringify([{ ...CUP, images }])))
  expect(before.product.images).toEqual(images)
  return mergeRow(before, await rowOf(text)).product.images
}

describe('the sizes of pictures', () => {
  test('stay in a file without them, by the URL, wherever it comes', async () => {
    const text = `external_id,images\ne1,${C}|${B}|${A}\n`
    expect(await picturesAfter([picture(A, SIZE), picture(B)], text)).toEqual([
      picture(C),
      picture(B),
      picture(A, SIZE),
    ])
  })

  test.each([
    [
      { width: 5, height: 6 },
      { width: 5, height: 6 },
    ],
    [{ width: null, height: null }, {}],
    // One that no picture can have is left out, with a note.
    [{ width: 800 }, SIZE],
  ])('are those of the file where it has %j', async (sent, stored) => {
    const text = JSON.stringify([{ external_id: 'e1', images: [picture(A, sent)] }])
    expect(await picturesAfter([picture(A, SIZE)], text)).toEqual([picture(A, stored)])
  })

  test('of variants stay, too', async () => {
    const rows = (...pictures: object[]) =>
      JSON.stringify([
        {
          external_id: 's',
          name: 'Shirt',
          category: 'Tops',
          options: [{ name: 'Size', values: ['S', 'M'] }],
          variants: pictures.map((image, n) => ({ option_values: { Size: 'SM'[n] }, price: 900, image })),
        },
      ])
    const before = wholeOf(await rowOf(rows(picture(A, SIZE), picture(B))))
    const { set } = mergeRow(before, await rowOf(rows(picture(B), picture(A))))
    expect(set.variants.map(({ image }) => image)).toEqual([picture(B), picture(A, SIZE)])
  })

  test('are known of the product where its variant has the same picture without one', async () => {
    const sized = {
      external_id: 'e1',
      name: 'Shirt',
      category: 'Tops',
      options: [{ name: 'Size', values: ['S'] }],
      variants: [{ option_values: { Size: 'S' }, price: 900, image: picture(A) }],
      images: [picture(A, SIZE)],
    }
    const before = wholeOf(await rowOf(JSON.stringify([sized])))
    const { product } = mergeRow(before, await rowOf(`external_id,images\ne1,${A}\n`))
    expect(product.images).toEqual([picture(A, SIZE)])
  })
})
