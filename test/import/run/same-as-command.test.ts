import { expect, test } from 'vitest'
import { makeFile } from '../../operator/operate.ts'
import { bothWays } from './both-ways.ts'

/** A product of two variants, one that is not active, and one that is refused. */
const SHOPIFY = `Handle,Title,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Image Src,Status
shirt,Shirt,Clothes,"red, soft",Size,S,S-S,shopify,3,deny,12.00,https://images.example/shirt.jpg,active
shirt,,,,,M,S-M,shopify,-1,continue,14.00,,
gift,Gift card,Gifts,,Title,Default Title,,,,,10.00,,draft
bad,,Gifts,,Title,Default Title,,,,,free,,draft
`

/** A variation before its parent, one for any size, a product that is left out, and a variation without a parent. */
const WOOCOMMERCE = `ID,Type,SKU,Name,Published,Visibility in catalog,Description,In stock?,Stock,Backorders allowed?,Sale price,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
12,variation,TEE-RED,,1,,,1,4,notify,18,20,,TEE,Colour,Red,Size,S
10,variable,TEE,Tee,1,visible,Two\\nlines of <em>text</em>.,1,,,,,"Clothing > Tees, Sale",,Colour,"Blue, Red",Size,"S, M"
11,variation,TEE-BLUE,,1,,,0,,,,20.50,,id:10,Colour,Blue,Size,
13,simple,CUP,Cup,1,hidden,,1,,,,9.50,Kitchen > Cups,,,,,
14,grouped,SET,Set,1,,,,,,,,,,,,,
15,variation,,Lost,1,,,,,,,1,,id:99,Colour,Blue,,
`

const OWN = [
  {
    external_id: 'a',
    name: 'Kanne für Tee',
    price: 1250,
    category: 'Kannen',
    quantity: 3,
    metadata: { colour: 'red' },
  },
  {
    external_id: 'b',
    slug: 'kyusu',
    name: '急須',
    price: 900,
    category: '茶',
    images: ['https://images.example/b.jpg', 'http://plain'],
  },
  { external_id: 'a', name: 'The same', price: 1, category: 'Kannen' },
]

/** Rows that are written at once, and have one name. */
const TWELVE = Array.from({ length: 12 }, (_, n) => `${n},Hoodie,1.50,Tops`)

test.each([
  ['shopify.csv', SHOPIFY],
  ['woocommerce.csv', WOOCOMMERCE],
  ['own.jsonl', OWN.map((row) => JSON.stringify(row)).join('\n')],
  ['same-names.csv', ['external_id,name,price,category', ...TWELVE, '12,Hoodie,free,Tops'].join('\n')],
  ['own.json', JSON.stringify({ products: OWN })],
])(
  '%s makes the same products by the command and over the API, and none the second time',
  async (name, text) => {
    const { byCommand, overApi, again } = await bothWays(await makeFile(name, text))
    expect(again).toEqual({ created: 0, updated: 0 })
    expect(overApi).toEqual(byCommand)
    expect(overApi.lines.length).toBeGreaterThan(1)
    expect(overApi.refused).toBe(1)
  },
)

test('options are the same in the query', async () => {
  const text = 'Artikel;Titel;Preis;Bestand\nA1;Tasse;12;4\nA2;Kanne;30;2\n'
  const { byCommand, overApi } = await bothWays(await makeFile('own.csv', text), {
    options: [
      '--prices',
      'decimal',
      '--source',
      'erp',
      '--category',
      'Geschirr',
      '--map',
      'external_id=Artikel',
      '--map',
      'name=Titel',
      '--map',
      'price=Preis',
      '--map',
      'quantity=Bestand',
      '--set',
      'brand=Acme',
      '--status',
      'draft',
      '--stock',
      'set',
    ],
    parameters: {
      prices: 'decimal',
      source: 'erp',
      category: 'Geschirr',
      map: ['external_id=Artikel', 'name=Titel', 'price=Preis', 'quantity=Bestand'],
      set: ['brand=Acme'],
      status: 'draft',
      stock: 'set',
    },
  })
  expect(overApi).toEqual(byCommand)
  expect(overApi.lines).toHaveLength(2)
})
