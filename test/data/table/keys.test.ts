import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import { foldName } from '../../../lib/domain/name-order.ts'
import { RECORDS, type ResourceType } from '../../../lib/domain/resources.ts'
import { text } from '../../../lib/domain/text.ts'

const B = '7b1c0000-0000-4000-8000-000000000001'
const P = '01900000-0000-7000-8000-000000000002'

/** A stored key can never change: whoever turns one of these red needs a migration, not a new literal. */
const PINNED: [name: keyof typeof keys, made: unknown, literal: unknown][] = [
  ['isOfTenant', keys.isOfTenant(`BIZ#${B}#X`, B), true],
  ['businessKey', keys.businessKey(B), { pk: `BIZ#${B}`, sk: 'PROFILE' }],
  ['categoryKey', keys.categoryKey(B, 'tea'), { pk: `BIZ#${B}`, sk: 'CATEGORY#tea' }],
  ['SHARDS', keys.SHARDS, 8],
  ['shardOf', keys.shardOf(P.replace(/.{4}$/, 'ff0d')), 5],
  ['CATEGORY_PREFIX', keys.CATEGORY_PREFIX, 'CATEGORY#'],
  ['COUNT_PREFIX', keys.COUNT_PREFIX, 'COUNT#'],
  ['PRODUCT_PREFIX', keys.PRODUCT_PREFIX, 'PRODUCT#'],
  ['categoryCountKey', keys.categoryCountKey(B, 'tea', 7), { pk: `BIZ#${B}`, sk: 'COUNT#tea#7' }],
  ['productKey', keys.productKey(B, P), { pk: `BIZ#${B}`, sk: `PRODUCT#${P}` }],
  ['slugGuardKey', keys.slugGuardKey(B, 'sencha'), { pk: `BIZ#${B}#SLUG#sencha`, sk: 'GUARD' }],
  ['skuGuardKey', keys.skuGuardKey(B, 'S#1'), { pk: `BIZ#${B}#SKU#S#1`, sk: 'GUARD' }],
  ['externalIdGuardKey', keys.externalIdGuardKey(B, 'erp:1'), { pk: `BIZ#${B}#EXTERNAL#erp:1`, sk: 'GUARD' }],
  ['apiKeyKey', keys.apiKeyKey(B, P), { pk: `BIZ#${B}#ACCESS`, sk: `APIKEY#${P}` }],
  ['rosterKey', keys.rosterKey(B), { pk: `BIZ#${B}#ACCESS`, sk: 'ROSTER' }],
  ['rateKey', keys.rateKey(B, P), { pk: `BIZ#${B}#RATE#${P}`, sk: 'RATE' }],
  ['eventKey', keys.eventKey(B, `evt_${P}`), { pk: `BIZ#${B}#EVENTS`, sk: `evt_${P}` }],
  [
    'idempotencyKey',
    keys.idempotencyKey(B, P, 'POST /api/v1/admin/products#k'),
    { pk: `BIZ#${B}#IDEMPOTENCY#${P}`, sk: 'POST /api/v1/admin/products#k' },
  ],
  ['outboxKey', keys.outboxKey(`evt_${P}`, 7), { pk: 'OUTBOX#7', sk: `evt_${P}` }],
  ['registryKey', keys.registryKey(B), { pk: 'BUSINESSES', sk: B }],
  ['shopKey', keys.shopKey('acme'), { pk: 'SHOP#acme', sk: 'SHOP' }],
  ['tokenKey', keys.tokenKey('00ff'), { pk: 'TOKEN#00ff', sk: 'TOKEN' }],
  ['storePartition', keys.storePartition(B), `BIZ#${B}`],
  ['shelfPartition', keys.shelfPartition(B, 'tea'), `BIZ#${B}#CATEGORY#tea`],
  ['categoriesPartition', keys.categoriesPartition(B), `BIZ#${B}#CATEGORIES`],
  ['profilePartition', keys.profilePartition(B), `BIZ#${B}#PROFILE`],
  ['slugPartition', keys.slugPartition(B, 'sencha'), `BIZ#${B}#SLUG#sencha`],
  ['byCreated', keys.byCreated(P), P],
  ['byName', keys.byName('tea', P), `tea\u0001${P}`],
  ['byPosition', keys.byPosition(12, 'tea', P), `0000000012\u0001tea\u0001${P}`],
  ['byPosition', keys.byPosition(1e9, '', P), `1000000000\u0001\u0001${P}`],
  ['byPrice', keys.byPrice(1250, P), `0000000001250\u0001${P}`],
  ['byPrice', keys.byPrice(1e12, P), `1000000000000\u0001${P}`],
  [
    'idIn',
    [keys.idIn(P), keys.idIn(`0000000012\u0001tea\u0001${P}`), keys.idIn('0\u0001\u0001tea')],
    [P, P, 'tea'],
  ],
  ['priceFloor', keys.priceFloor(1250), '0000000001250'],
  ['priceCeiling', keys.priceCeiling(1250), '0000000001250\u{10ffff}'],
  ['lastWithPrefix', keys.lastWithPrefix('PRODUCT#'), 'PRODUCT#\u{10ffff}'],
  ['justAbove', keys.justAbove('a1'), 'a1\u0000'],
  ['justBelow', keys.justBelow('a1'), 'a0\u{10ffff}'],
]

/** The key of an object of each resource. */
const KEYS: Record<ResourceType, (businessId: string, id: string) => keys.Key> = {
  product: keys.productKey,
  category: keys.categoryKey,
  business: keys.businessKey,
  api_key: keys.apiKeyKey,
  webhook: keys.webhookKey,
}

test.each(RECORDS)('the key of a $name begins as its record says', ({ type, keyPrefix }) => {
  expect(KEYS[type](B, 'an-id').sk).toBe(`${keyPrefix}${type === 'business' ? '' : 'an-id'}`)
})

test.each(PINNED)('%s is what lies in the table', (_, made, literal) => {
  expect(made).toEqual(literal)
})

test('no key is made that is not pinned here', () => {
  expect(Object.keys(keys).sort()).toEqual([...new Set(PINNED.map(([name]) => name))].sort())
})

test('every key of a business begins with that business, whatever a caller called his things', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom('#', '', '../', `BIZ#${P}`, '#SLUG#x', '\u0000', '\u{10ffff}'),
  )
  fc.assert(
    fc.property(fc.uuid(), hostile, fc.nat(7), (id, value, shard) => {
      const items = [
        keys.businessKey(id),
        keys.categoryKey(id, value),
        keys.categoryCountKey(id, value, shard),
        keys.productKey(id, value),
        keys.slugGuardKey(id, value),
        keys.skuGuardKey(id, value),
        keys.externalIdGuardKey(id, value),
        keys.apiKeyKey(id, value),
        keys.rosterKey(id),
        keys.rateKey(id, value),
      ].map(({ pk }) => pk)
      const indexes = [
        keys.storePartition(id),
        keys.shelfPartition(id, value),
        keys.categoriesPartition(id),
        keys.profilePartition(id),
        keys.slugPartition(id, value),
      ]
      for (const partition of [...items, ...indexes])
        expect(partition === `BIZ#${id}` || partition.startsWith(`BIZ#${id}#`)).toBe(true)
    }),
  )
})

test('no two things of a business share a key', () => {
  const slug = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
  fc.assert(
    fc.property(slug, slug, fc.nat(7), (a, b, shard) => {
      const made = [
        keys.categoryKey(B, a),
        keys.categoryCountKey(B, a, shard),
        keys.productKey(B, a),
        keys.businessKey(B),
      ]
      const guards = [
        keys.slugGuardKey(B, a),
        keys.skuGuardKey(B, a),
        keys.externalIdGuardKey(B, a),
        keys.apiKeyKey(B, a),
        keys.rosterKey(B),
        keys.rateKey(B, a),
      ]
      const all = [...made, ...guards].map(({ pk, sk }) => `${pk}|${sk}`)
      expect(new Set(all).size).toBe(all.length)
      if (a !== b) expect(keys.categoryCountKey(B, a, shard)).not.toEqual(keys.categoryCountKey(B, b, shard))
      const partitions = [keys.storePartition(B), keys.shelfPartition(B, a), keys.categoriesPartition(B)]
      const others = [keys.profilePartition(B), keys.slugPartition(B, a)]
      expect(new Set([...partitions, ...others]).size).toBe(5)
    }),
  )
})

describe('sort keys', () => {
  const compare = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const number = (max: number) =>
    fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max }), fc.constant(max))
  const name = fc
    .oneof(
      fc.constantFrom('tea', 'Tea', 'tea pot', 'te', '', '\t', '\u{10ffff}', '\uFFFD'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    )
    .filter((sent) => v.is(text(0, 200), sent))
    .map(foldName)
  const uuid = fc.uuid()

  test('of positions sort as the numbers, then as the names, then as the ids', () => {
    const product = fc.record({ position: number(1e9), name, id: uuid })
    fc.assert(
      fc.property(product, product, (a, b) => {
        const expected = Math.sign(a.position - b.position) || compare(a.name, b.name) || compare(a.id, b.id)
        const key = (p: typeof a) => keys.byPosition(p.position, p.name, p.id)
        expect(compare(key(a), key(b))).toBe(expected)
      }),
    )
  })

  test('of names sort as the names, then as the ids', () => {
    const product = fc.record({ name, id: uuid })
    fc.assert(
      fc.property(product, product, (a, b) => {
        const expected = compare(a.name, b.name) || compare(a.id, b.id)
        expect(compare(keys.byName(a.name, a.id), keys.byName(b.name, b.id))).toBe(expected)
      }),
    )
  })

  test('of prices sort as the numbers, then as the ids, and a range holds exactly its own', () => {
    const product = fc.record({ price: number(1e12), id: uuid })
    fc.assert(
      fc.property(product, product, number(1e12), number(1e12), (a, b, min, max) => {
        const key = keys.byPrice(a.price, a.id)
        const expected = Math.sign(a.price - b.price) || compare(a.id, b.id)
        expect(compare(key, keys.byPrice(b.price, b.id))).toBe(expected)
        const isInside = compare(key, keys.priceFloor(min)) >= 0 && compare(key, keys.priceCeiling(max)) <= 0
        expect(isInside).toBe(a.price >= min && a.price <= max)
      }),
    )
  })

  test('have nothing between them and the bounds just above and just below', () => {
    const key = fc.oneof(
      fc.tuple(number(1e9), name, uuid).map((parts) => keys.byPosition(...parts)),
      fc.tuple(name, uuid).map((parts) => keys.byName(...parts)),
      fc.tuple(number(1e12), uuid).map((parts) => keys.byPrice(...parts)),
      uuid,
    )
    fc.assert(
      fc.property(key, key, (one, another) => {
        expect(compare(one, keys.justAbove(one))).toBe(-1)
        expect(compare(keys.justBelow(one), one)).toBe(-1)
        if (compare(another, one) > 0) expect(compare(another, keys.justAbove(one))).toBe(1)
        if (compare(another, one) < 0) expect(compare(another, keys.justBelow(one))).toBe(-1)
      }),
      { numRuns: 1000 },
    )
  })

  test('stay under the 1,024 bytes of an index key for the longest names', () => {
    for (const worst of ['\uFDFA', '\u{1F375}', '茶', 'ﷲ', 'x', 'é'])
      for (const key of [
        keys.byPosition(1e9, foldName(worst.repeat(200)), P),
        keys.byName(foldName(worst.repeat(200)), P),
      ])
        expect(Buffer.byteLength(key)).toBeLessThan(1024 - 4)
  })
})
