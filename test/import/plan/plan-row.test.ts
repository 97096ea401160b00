import { describe, expect, test } from 'vitest'
import { isUnknown, type PlanRules, planRow } from '../../../lib/import/plan-row.ts'
import type { PlannedRow, ProductRow } from '../../../lib/import/row.ts'
import type { FileCategories } from '../../../lib/import/row-categories.ts'
import { openClaims, readRow } from './claims.ts'

/** The rows of a file as they are planned, and its categories. */
function plan(rows: readonly ProductRow[], rules: Partial<PlanRules> = {}) {
  const categories: FileCategories = new Map()
  const ledger = { database: openClaims(), categories }
  const planned = rows.map((row, n) =>
    planRow({ ...row, number: n + 1 }, { currency: 'EUR', ...rules }, ledger),
  )
  return { planned, categories }
}
const planOne = (row: ProductRow, rules: Partial<PlanRules> = {}): PlannedRow => {
  const [planned] = plan([row], rules).planned
  if (!planned) throw new Error('no row was planned')
  return planned
}
const faultsOf = ({ faults }: PlannedRow) => faults.map(({ field, detail }) => `${field} ${detail}`)

describe('the external id of a row in a file of a source', () => {
  test.each<[string, unknown, string | undefined, unknown]>([
    ['gets the name of the source', 'a', 'shop', 'shop:a'],
    ['that has it already keeps it', 'shop:a', 'shop', 'shop:a'],
    ['that is one of another source gets it all the same', 'other:a', 'shop', 'shop:other:a'],
    ['that only begins like it gets it', 'shopping', 'shop', 'shop:shopping'],
    ['stays as it is without a source', 'a', undefined, 'a'],
    ['that is empty stays so', '', 'shop', ''],
    ['that is no text stays so', 7, 'shop', 7],
  ])('%s: %j', (_, external_id, source, expected) => {
    expect(planOne(readRow({ external_id }), { source }).fields.external_id).toBe(expected)
  })
})

test('a row whose SKU is left out has the external id of its source all the same', () => {
  const rows = ['a', 'b'].map((external_id) => readRow({ external_id, sku: 'x' }))
  const { planned } = plan(rows, { source: 'shop', duplicateSkus: 'drop' })
  expect(planned.map(({ fields: { external_id, sku } }) => [external_id, sku])).toEqual([
    ['shop:a', 'x'],
    ['shop:b', null],
  ])
})

describe('the currency of a row', () => {
  const faults = (currency: unknown) => faultsOf(planOne(readRow({}, { currency })))

  test.each([undefined, 'EUR', 'eur', 'Eur'])('%j is that of the business', (currency) => {
    expect(faults(currency)).toEqual([])
  })

  test.each([
    ['USD', '"USD"'],
    ['', '""'],
    [978, '"978"'],
    [{ code: 'EUR' }, 'not a text'],
    [null, 'not a text'],
  ])('%j is another one', (currency, said) => {
    expect(faults(currency)).toEqual([`currency is ${said}, but the business sells in EUR`])
  })
})

describe('a row without external id, SKU and slug', () => {
  const nameless = readRow({ external_id: undefined, name: 'Cup' })

  test('is refused, with what can be done', () => {
    const said = 'row has no external_id, sku or slug, so a second run would not recognize it'
    expect(faultsOf(planOne(nameless))).toEqual([`${said}; add one`])
    expect(faultsOf(planOne(nameless, { allowUnkeyed: false }))).toEqual([
      `${said}; add one, or use --allow-unkeyed`,
    ])
  })

  test('is taken where that is allowed', () => {
    expect(faultsOf(planOne(nameless, { allowUnkeyed: true }))).toEqual([])
  })

  test.each([{ sku: 'S' }, { slug: 'g' }, { variants: [{ sku: 'S' }] }])('not one that has %j', (fields) => {
    expect(faultsOf(planOne(readRow({ external_id: undefined, ...fields })))).toEqual([])
  })
})

describe('what an earlier row has', () => {
  test.each(['external_id', 'sku', 'slug'])('a later one cannot have: its %s', (field) => {
    const rows = ['a', 'b'].map((external_id) => readRow({ external_id, [field]: 'x' }))
    const [first, second] = plan(rows).planned
    expect(first?.faults).toEqual([])
    expect(second && faultsOf(second)).toEqual([`${field} "x" is already used in row 1`])
  })

  test('counts for SKUs of products and variants alike', () => {
    const variants = (...skus: unknown[]) => ({ variants: skus.map((sku) => ({ sku, price: 1 })) })
    const { planned } = plan([
      readRow({ external_id: 'a', sku: 'x' }),
      readRow({ external_id: 'b', ...variants('y', 'x') }),
      readRow({ external_id: 'c', ...variants('y') }),
      readRow({ external_id: 'd', ...variants('', null, 7) }),
      readRow({ external_id: 'e', variants: ['x', null] }),
      readRow({ external_id: 'f', variants: 'x' }),
    ])
    expect(planned.map(faultsOf)).toEqual([
      [],
      ['variants.1.sku "x" is already used in row 1'],
      ['variants.0.sku "y" is already used in row 2'],
      [],
      [],
      [],
    ])
  })

  test('is of one kind: an external id is not a SKU', () => {
    const { planned } = plan([
      readRow({ external_id: 'x' }),
      readRow({ external_id: 'y', sku: 'x', slug: 'x' }),
    ])
    expect(planned.flatMap(faultsOf)).toEqual([])
  })

  test('is used once however many of its own variants have it', () => {
    // Two variants of one product with one SKU are refused by the rules of variants.
    expect(faultsOf(planOne(readRow({ sku: 'x', variants: [{ sku: 'x' }, { sku: 'x' }] })))).toEqual([])
  })

  test('is left out where that is wanted, with a note', () => {
    const { planned } = plan(
      [
        readRow({ external_id: 'a', sku: 'x' }),
        readRow({ external_id: 'b', sku: 'x', name: 'Cup' }),
        readRow({
          external_id: 'c',
          variants: [{ sku: 'y', price: 1 }, { sku: 'y', price: 2 }, { sku: 'x' }, 7],
        }),
      ],
      { duplicateSkus: 'drop' },
    )
    expect(planned.map(({ fields: { sku, variants } }) => [sku, variants])).toEqual([
      ['x', undefined],
      [null, undefined],
      [undefined, [{ sku: 'y', price: 1 }, { sku: null, price: 2 }, { sku: null }, 7]],
    ])
    expect(planned.map(({ notes }) => notes.map(({ loss, detail }) => `${loss}: ${detail}`))).toEqual([
      [],
      ['sku: "x" is already used in row 1'],
      ['sku: "y" is already used by another of its variants', 'sku: "x" is already used in row 1'],
    ])
    expect(planned.flatMap(faultsOf)).toEqual([])
  })

  test('is nothing where a SKU is empty, null or no text', () => {
    const rows = ['', null, 7].flatMap((sku) =>
      ['a', 'b'].map((one) => readRow({ external_id: `${one}${sku}`, sku, variants: [{ sku }] })),
    )
    const { planned } = plan(rows, { duplicateSkus: 'drop' })
    expect(planned.flatMap(({ notes, faults }) => [...notes, ...faults])).toEqual([])
    expect(planned.map(({ fields }) => fields.sku)).toEqual(['', '', null, null, 7, 7])
  })

  test('leaves a row as it is that has nothing of it', () => {
    const row = readRow({ sku: '', variants: 'none' })
    expect(planOne(row, { duplicateSkus: 'drop' }).fields).toEqual(row.fields)
    expect(planOne(readRow({ sku: 7 }), { duplicateSkus: 'drop' }).fields.sku).toBe(7)
  })
})

describe('a new product without a category', () => {
  test('gets that of the import, which is made with those above it', () => {
    const { planned, categories } = plan([readRow()], { category: 'Clothing > Shirts' })
    expect(planned[0]?.ofNew).toEqual({ category_id: 'clothing-shirts' })
    expect([...categories]).toEqual([
      ['clothing', { name: 'Clothing', parentId: null, path: 'Clothing' }],
      ['clothing-shirts', { name: 'Shirts', parentId: 'clothing', path: 'Clothing > Shirts' }],
    ])
  })

  test.each<[string, ProductRow, string | undefined]>([
    ['has one by its id', readRow({ category_id: 'tea' }), 'Shirts'],
    ['has one by its name', readRow({}, { category: 'Tea' }), 'Shirts'],
    ['has one that is no text, which is a fault', readRow({}, { category: 7 }), 'Shirts'],
    ['gets none from an import without one', readRow(), undefined],
    ['gets none from a name of nothing', readRow(), ' > '],
  ])('%s: nothing is added', (_, row, category) => {
    expect(planOne(row, { category }).ofNew).toEqual({})
  })
})

test('no category is made for a row that has one by its id, or none in an import without one', () => {
  expect([...plan([readRow({ category_id: 'tea' })], { category: 'Shirts' }).categories]).toEqual([])
  expect([...plan([readRow()]).categories]).toEqual([])
})

test('a row keeps what was known of it before: its faults, its notes and its lines', () => {
  const known = { field: 'price', detail: 'must be a number' }
  const note = { loss: 'sku' as const, detail: 'x' }
  const planned = planOne(readRow({}, { faults: [known], notes: [note], lines: [2, 3], category: 'Tea' }))
  expect(planned).toMatchObject({ faults: [known], notes: [note], lines: [2, 3], isReadable: true })
})

test('of a row of which nothing can be made nothing else is said, and it takes nothing from others', () => {
  const unreadable = readRow({ sku: 'x' }, { isReadable: false, currency: 'USD', category: 'Tea' })
  const { planned, categories } = plan([unreadable, readRow({ external_id: 'b', sku: 'x' })], {
    category: 'Tea',
  })
  expect(planned[0]).toMatchObject({ faults: [], ofNew: {}, isReadable: false })
  expect(planned[1]?.faults).toEqual([])
  expect(categories.size).toBe(1)
})

test('a row without a price is a draft only where that is wanted', () => {
  expect(planOne(readRow({ name: 'Cup' }), { withoutPrice: 'draft' }).unpriced).toBe('whole')
  for (const withoutPrice of ['refuse', undefined] as const)
    expect(planOne(readRow({ name: 'Cup' }), { withoutPrice })).not.toHaveProperty('unpriced')
})

test('in a file of another system a ; is a part of the name of a category', () => {
  const idIn = (isOfOtherSystem?: boolean) =>
    planOne(readRow({}, { category: 'Rings; Sale' }), { isOfOtherSystem }).fields.category_id
  expect([idIn(true), idIn(false), idIn()]).toEqual(['rings-sale', 'rings', 'rings'])
})

test('a row requests a slug of its own unless it is left out or has one', () => {
  const { planned } = plan([
    readRow({ external_id: 'a', name: 'Cup' }, { leftOut: 'a group' }),
    readRow({ external_id: 'b', name: 'Cup' }),
    readRow({ external_id: 'c', name: 'Cup', slug: 'mug' }),
    readRow({ external_id: 'd', name: 'Cup' }),
  ])
  expect(planned.map(({ askedSlug }) => askedSlug)).toEqual([undefined, 'cup', undefined, 'cup-2'])
  expect(planned[2]).not.toHaveProperty('askedSlug')
})

test.each<[string, Partial<PlannedRow>, boolean]>([
  ['with an external id', {}, false],
  ['without one', { fields: { sku: 'S' } }, true],
  ['with an empty one', { fields: { external_id: '' } }, true],
  ['with one that no product can have', { fields: { external_id: 'a b' } }, true],
  ['with one that is no text', { fields: { external_id: 7 } }, true],
  ['that cannot be read', { isReadable: false }, true],
  ['that is left out', { leftOut: 'a group', isReadable: false, fields: {} }, false],
])('of a row %s nobody can say which product it is: %j', (_, members, expected) => {
  expect(isUnknown({ ...planOne(readRow()), ...members })).toBe(expected)
})
