import { expect, test } from 'vitest'
import { plannedRows } from './planned-rows.ts'

const HEADER = 'ID,Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)'

/** The products that an import makes of these lines. */
const planned = (...lines: string[]) => plannedRows([HEADER, ...lines].join('\n'))

test('variations that name their parent by a SKU go to the product with variations that has it', async () => {
  const [yucca, cactus] = await planned(
    '59,simple,54654,Yucca,1,225,,,',
    '60,variable,54654,Cactus,1,,,Pieces,"5, 10"',
    '61,variation,,Cactus - 5,1,20,54654,Pieces,5',
    '62,variation,,Cactus - 10,1,40,54654,Pieces,10',
  )
  expect(yucca?.fields).toMatchObject({ external_id: 'woo:59', price: 22_500 })
  expect(yucca?.fields).not.toHaveProperty('variants')
  expect(cactus?.fields).toMatchObject({
    external_id: 'woo:60',
    variants: [{ price: 2_000 }, { price: 4_000 }],
  })
})

test('variations of a SKU that several products with variations have go to none of them', async () => {
  const rows = await planned(
    '60,variable,007,Cactus,1,,,Pieces,"5, 10"',
    '61,variation,,Cactus - 5,1,20,007,Pieces,5',
    '70,variable,007,Agave,1,,,Pieces,5',
    '71,variation,,Agave - 5,1,90,007,Pieces,5',
    '72,variation,,Agave - 10,1,95,id:70,Pieces,10',
  )
  expect(rows.map(({ fields }) => fields.variants)).toMatchObject([undefined, undefined, [{}], undefined])
  const said = 'is a variation of 007, which several products in this file match'
  expect(rows.map(({ faults }) => faults.map(({ detail }) => detail))).toEqual([
    expect.anything(),
    [said],
    expect.anything(),
    [said],
  ])
})

test('a variation without a value that its product does not have either is refused in words', async () => {
  const [jewel] = await planned('66,variable,J,Jewel,1,,,Size,', '67,variation,,Jewel,1,38,J,Size,')
  expect(jewel?.faults.map(({ detail }) => detail)).toEqual([
    'line 3: has no value for Size, and its product has none either',
  ])
})

const SALES = 'ID,Type,Name,Published,Sale price,Regular price'

test.each([
  ['1.299', '999', 99_900, 129_900],
  ['1.299', '"999,50"', 99_950, 129_900],
  ['1.299', '1.199', 119_900, 129_900],
  ['"1,5"', '1.400', 150, undefined],
  ['1.199', '1.299', 119_900, undefined],
  ['"9,50"', '"8,5"', 850, 950],
])(
  'where a comma is before decimals, of the prices %s and %s the sale price is compared as what it is',
  async (regular, sale, price, before) => {
    const [, lamp] = await plannedRows(
      [SALES, '1,simple,Cup,1,,"12,50"', `2,simple,Lamp,1,${sale},${regular}`].join('\n'),
    )
    expect(lamp?.faults).toEqual([])
    const { price: found, compare_at_price } = lamp?.fields ?? {}
    expect([found, compare_at_price]).toEqual([price, before])
  },
)

test.each([
  ['1.299', '1.199', 1_199, 1_299],
  ['1.199', '1.299', 1_199, undefined],
  ['12.5', '1.199', 1_199, 12_500],
])('in a currency with three decimals %s and %s are compared, too', async (regular, sale, price, before) => {
  const rows = await plannedRows([SALES, `2,simple,Lamp,1,${sale},${regular}`].join('\n'), {
    currency: 'KWD',
  })
  const { price: found, compare_at_price } = rows[0]?.fields ?? {}
  expect([found, compare_at_price]).toEqual([price, before])
})

test('variations of subscriptions are variants of their parent, too', async () => {
  const rows = await planned(
    '1,variable-subscription,P,Coffee,1,,,Period,"Month, Year"',
    '2,subscription_variation,P1,Coffee - Month,1,10,P,Period,Month',
    '3,subscription_variation,P2,Coffee - Year,1,100,id:1,Period,Year',
  )
  expect(rows.map(({ fields }) => fields.variants)).toMatchObject([[{ price: 1_000 }, { price: 10_000 }]])
})

test.each([
  ['1', 'active', true],
  ['yes', 'active', true],
  ['TRUE', 'active', true],
  ['0', 'draft', false],
  ['-1', 'draft', false],
  ['no', 'draft', false],
])('published %s is %s, and of a variation %s', async (published, status, isEnabled) => {
  const [cup, tee] = await planned(
    `1,simple,A,Cup,${published},5,,,`,
    '2,variable,T,Tee,1,,,Size,S',
    `3,variation,T-S,Tee - S,${published},5,T,Size,S`,
  )
  expect(cup?.fields.status).toBe(status)
  expect(tee?.fields.variants).toMatchObject([{ is_enabled: isEnabled }])
})

test.each([
  ['5,00', 5],
  ['5.00', 5],
  ['-3,0', -3],
  ['1.234,00', 1_234],
  ['0,00', 0],
  ['5,5', '"5,5" is not a decimal number'],
])('a stock of %s is %s', async (stock, quantity) => {
  const rows = await plannedRows(`sku,name,price,quantity\nA,Cup,"1,50","${stock}"`)
  const [row] = rows
  expect(row?.faults[0]?.detail ?? row?.fields.quantity).toBe(quantity)
})
