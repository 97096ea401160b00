import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restore, shorten } from '../../../lib/data/storefront/card-text.ts'

const ID = '019b8dab-b880-7c4c-a036-75c4b02aed80'
const product = {
  id: ID,
  name: 'Sencha',
  description: 'Steamed.',
  price: 1250,
  is_available: true,
  category_id: 'tea',
  additional_category_ids: [],
  currency: 'EUR',
  compare_at_price: null,
  slug: 'sencha',
  images: [{ url: 'https://images.example/sencha.jpg', alt: 'Sencha' }],
  tags: ['japan', 'green'],
  position: 10,
  created_at: '2026-01-05T10:20:00.000Z',
  updated_at: '2026-03-17T12:47:00.000Z',
}

test('a card holds what its product says, and a character for all text in between', () => {
  const card = shorten(product)
  expect(card.replace(/\p{Cc}/gu, (character) => `<${character.charCodeAt(0)}>`)).toBe(
    '<1>Sencha<2>Steamed.<3>1250<4>tea<6>EUR<7>sencha<11>images.example/sencha<13>Sencha<15>"japan<20>green"<16>10' +
      '<17>26-01-05T10:20:00.000<18>26-03-17T12:47:00.000<19>',
  )
  expect(restore(card, ID)).toBe(JSON.stringify(product))
})

/** Texts that look like what cards are put together from, and every character there is. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', ',', ':', '[', ']', '{', '}', '\u0001', '\u0013', '\u007f', '\u0085'),
  }),
  fc.constantFrom(
    '","price":',
    '","name":"',
    ',"is_available":true,"category_id":"',
    'Z"}',
    '"},{"url":"https://',
  ),
)
const views = fc.record(
  {
    id: fc.constantFrom(ID, 'tea', 'a'),
    name: text,
    description: text,
    price: fc.nat(),
    is_available: fc.boolean(),
    category_id: text,
    additional_category_ids: fc.array(text, { maxLength: 3 }),
    compare_at_price: fc.option(fc.nat()),
    slug: text,
    images: fc.array(
      fc.record(
        { url: fc.webUrl(), alt: text, width: fc.nat(), height: fc.nat() },
        { requiredKeys: ['url', 'alt'] },
      ),
      { maxLength: 3 },
    ),
    tags: fc.array(text, { maxLength: 4 }),
    position: fc.nat(),
    created_at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    updated_at: text,
  },
  { requiredKeys: ['id'], noNullPrototype: true },
)

test('whatever a view says, its card says the same', () => {
  fc.assert(
    fc.property(views, (view) => {
      const { id, ...rest } = view
      const inOrder = { id, ...rest }
      expect(restore(shorten(inOrder), view.id)).toBe(JSON.stringify(inOrder))
    }),
    { seed: 6, numRuns: 2000 },
  )
})
