import { expect, test } from 'vitest'
import { search } from '../../../lib/domain/search/search.ts'
import { makeIndex } from '../../../lib/domain/search/search-index.ts'
import catalogue from '../../../lib/operator/demo-catalogue.json' with { type: 'json' }

const bodies = [
  ...catalogue.products.map((body) => ({ ...body, variants: undefined, additional_categories: [] })),
  ...catalogue.whole_products,
]
const products = bodies.map(
  ({ name, description, tags, category_id, additional_categories, variants }, n) => ({
    id: String(n),
    name,
    description,
    tags: tags ?? [],
    category_id,
    additional_category_ids: additional_categories.map(({ id }) => id),
    position: n,
    price: 100,
    compare_at_price: null,
    is_available: true,
    variants: variants?.map(({ option_values }) => ({
      option_values: Object.fromEntries(Object.entries(option_values)),
      price: 100,
      compare_at_price: null,
    })),
  }),
)
const { categories } = catalogue
const index = makeIndex(
  products,
  categories.map(({ id, name, parent_id = null }) => ({ id, name, parent_id, is_listed: true })),
)

function namesFor(text: string): string[] {
  return search(index, { text }).ids.map((id) => products[Number(id)]?.name ?? '')
}

/** Queries over the demo shop, and the product that must come first. */
const GOLDEN: [query: string, first: string][] = [
  ['tea', 'The Tea Box 🎁'],
  ['teas', 'The Tea Box 🎁'],
  ['teapot', 'Side-handled teapot 急須, 350 ml'],
  ['tea pot', 'Side-handled teapot 急須, 350 ml'],
  ['tea-pot', 'Side-handled teapot 急須, 350 ml'],
  ['cup', 'Yunomi cup, cobalt'],
  ['cups', 'Yunomi cup, cobalt'],
  ['yunomi cobalt', 'Yunomi cup, cobalt'],
  ['boxes', 'Seven Spices Box 🌶️'],
  ['knife', 'Petty knife ぺティナイフ, 135 mm'],
  ['knives', 'Petty knife ぺティナイフ, 135 mm'],
  ['honey', 'Lindenblütenhonig, 450 g'],
  ['honig', 'Lindenblütenhonig, 450 g'],
  ['lindenbluten', 'Lindenblütenhonig, 450 g'],
  ['olive oil', 'Λάδι Κορωνέικης – olive oil, 500 ml'],
  ['cezve', 'Cezve, hammered copper'],
  ['coffee grinder', 'Hand coffee grinder'],
  ['grinder', 'Hand coffee grinder'],
  ['coffe grinder', 'Hand coffee grinder'],
  ['cofee grinder', 'Hand coffee grinder'],
  ['greentea', '玉露 Gyokuro, 50 g'],
  ['green tea', '玉露 Gyokuro, 50 g'],
  ['sencha', 'Sencha 煎茶 from Shizuoka, 100 g'],
  ['senc', 'Sencha 煎茶 from Shizuoka, 100 g'],
  ['茶', 'Sencha 煎茶 from Shizuoka, 100 g'],
  ['煎茶', 'Sencha 煎茶 from Shizuoka, 100 g'],
  ['玉露', '玉露 Gyokuro, 50 g'],
  ['東方美人', '東方美人 Oriental Beauty Oolong, 100 g'],
  ['ナイフ', 'Petty knife ぺティナイフ, 135 mm'],
  ['急須', 'Side-handled teapot 急須, 350 ml'],
  ['花椒', '四川花椒 Sichuan pepper, 60 g'],
  ['sichuan', '四川花椒 Sichuan pepper, 60 g'],
  ['matcha whisk', '茶筅 Matcha whisk, 100 prongs'],
  ['matscha', '茶筅 Matcha whisk, 100 prongs'],
  ['pfeffer', 'Weißer Pfeffer aus Kampot, 50 g'],
  ['weisser pfeffer', 'Weißer Pfeffer aus Kampot, 50 g'],
  ['WEIẞER PFEFFER', 'Weißer Pfeffer aus Kampot, 50 g'],
  ['κροκος', 'Κρόκος Κοζάνης – saffron threads, 1 g'],
  ['ΚΡΌΚΟΣ', 'Κρόκος Κοζάνης – saffron threads, 1 g'],
  ['βουνου', 'Τσάι του βουνού – Greek mountain tea, 40 g'],
  ['mountain tea', 'Τσάι του βουνού – Greek mountain tea, 40 g'],
  ['زعتر', "زعتر فلسطيني – Palestinian za'atar, 100 g"],
  ['زَعْتَر', "زعتر فلسطيني – Palestinian za'atar, 100 g"],
  ['كركديه', 'كركديه – hibiscus flowers, 80 g'],
  ['טחינה', 'טחינה – stone-ground tahini, 300 g'],
  ['मसाला', 'गरम मसाला Garam masala, whole, 70 g'],
  ['garam', 'गरम मसाला Garam masala, whole, 70 g'],
  ['plomien', 'Płomień milk jug, 1 l'],
  ['płomień', 'Płomień milk jug, 1 l'],
  ['pimenton', 'Pimentón de la Vera, agridulce, 75 g'],
  ['fleur de sel', 'Fleur de sel de Guérande, 200 g'],
  ['linen apron', "Fisherman's apron"],
  ['napkin', 'Napkins, set of four'],
  ['voucher 50', 'Voucher, €50'],
  ['1kg', 'Hafenröstung No. 3, 1 kg'],
  ['decaf coffee', 'Decaf Sierra Norte, 250 g'],
  ['rice bowls', 'Rice bowl, set of two'],
  ['darjeling', 'Darjeeling First Flush, 100 g'],
  ['Tea towel, indigo stripe', 'Tea towel, indigo stripe'],
  ['🎁', 'The Tea Box 🎁'],
  ['towel indigo', 'Tea towel, indigo stripe'],
  ['gift for coffee lover', 'Breakfast Box ☕️🍯'],
]

test.for(GOLDEN)('%s finds first: %s', ([query, first]) => {
  expect(namesFor(query)[0]).toBe(first)
})

/** Queries without a product that has all of their words, or with a word that nobody has. */
test.each([
  ['gift for coffee lover', true, undefined],
  ['cofee', false, 'coffee'],
  ['greentea', false, 'green tea'],
  ['1kg', false, '1 kg'],
  ['cofee grnder', false, 'coffee grinder'],
  ['Ständ, cofee grinder!', true, 'Ständ, coffee grinder!'],
  ['black t', false, undefined],
  ['tea pot', false, undefined],
  ['honig', false, undefined],
])('%s: relaxed %s, corrected %s', (text, isRelaxed, corrected) => {
  expect(search(index, { text })).toMatchObject({ isRelaxed, corrected })
})

test.each(['dresses', '👍', '!!!', '\u0000', '%'])('%j finds nothing', (text) => {
  expect(search(index, { text })).toMatchObject({ total: 0, isRelaxed: false })
})
