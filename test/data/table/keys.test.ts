import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import * as patterns from '../../../lib/data/table/partition-patterns.ts'
import { newProduct } from '../../../lib/domain/products/product.ts'
import { RECORDS, type ResourceType } from '../../../lib/domain/resources.ts'
import { foldName } from '../../../lib/domain/text/name-order.ts'
import { text } from '../../../lib/domain/text/text.ts'

const B = '7b1c0000-0000-4000-8000-000000000001'
const P = '01900000-0000-7000-8000-000000000002'

/** A stored key can never change: whoever turns one of these red needs a migration, not a new literal. */
const PINNED: [name: keyof typeof keys, made: unknown, literal: unknown][] = [
  ['isOfTenant', keys.isOfTenant(`BIZ#${B}#X`, B), true],
  ['tenantOf', [`BIZ#${B}`, `BIZ#${B}#EVENTS`, `SHOP#${B}`].map(keys.tenantOf), [B, B, undefined]],
  ['businessKey', keys.businessKey(B), { pk: `BIZ#${B}`, sk: 'PROFILE' }],
  ['categoryKey', keys.categoryKey(B, 'tea'), { pk: `BIZ#${B}`, sk: 'CATEGORY#tea' }],
  ['SHARDS', keys.SHARDS, 8],
  ['shardOf', keys.shardOf(P.replace(/.{4}$/, 'ff0d')), 5],
  ['shardOfText', ['tea', 'green-tea', '茶'].map(keys.shardOfText), [7, 2, 6]],
  ['CATEGORY_PREFIX', keys.CATEGORY_PREFIX, 'CATEGORY#'],
  ['COUNT_PREFIX', keys.COUNT_PREFIX, 'COUNT#'],
  ['TOMBSTONE_PREFIX', keys.TOMBSTONE_PREFIX, 'TOMBSTONE#'],
  ['PRODUCT_PREFIX', keys.PRODUCT_PREFIX, 'PRODUCT#'],
  ['VARIANTS_PREFIX', keys.VARIANTS_PREFIX, 'VARIANTS#'],
  ['PLACEMENT_PREFIX', keys.PLACEMENT_PREFIX, 'PLACE#'],
  ['placementKey', keys.placementKey(B, P, 'tea'), { pk: `BIZ#${B}`, sk: `PLACE#${P}#tea` }],
  ['variantSheetKey', keys.variantSheetKey(B, P), { pk: `BIZ#${B}`, sk: `VARIANTS#${P}` }],
  ['stockKey', keys.stockKey(B, P), { pk: `BIZ#${B}#STOCK`, sk: P }],
  ['categoryCountKey', keys.categoryCountKey(B, 'tea', 7), { pk: `BIZ#${B}`, sk: 'COUNT#tea#7' }],
  ['categoryTombstoneKey', keys.categoryTombstoneKey(B, 'tea'), { pk: `BIZ#${B}`, sk: 'TOMBSTONE#tea' }],
  ['productKey', keys.productKey(B, P), { pk: `BIZ#${B}`, sk: `PRODUCT#${P}` }],
  ['slugGuardKey', keys.slugGuardKey(B, 'sencha'), { pk: `BIZ#${B}#SLUG#sencha`, sk: 'GUARD' }],
  ['skuGuardKey', keys.skuGuardKey(B, 'S#1'), { pk: `BIZ#${B}#SKU#S#1`, sk: 'GUARD' }],
  ['externalIdGuardKey', keys.externalIdGuardKey(B, 'erp:1'), { pk: `BIZ#${B}#EXTERNAL#erp:1`, sk: 'GUARD' }],
  ['apiKeyKey', keys.apiKeyKey(B, P), { pk: `BIZ#${B}#ACCESS`, sk: `APIKEY#${P}` }],
  ['rosterKey', keys.rosterKey(B), { pk: `BIZ#${B}#ACCESS`, sk: 'ROSTER' }],
  ['rateKey', keys.rateKey(B, P), { pk: `BIZ#${B}#RATE#${P}`, sk: 'RATE' }],
  ['eventKey', keys.eventKey(B, `evt_${P}`), { pk: `BIZ#${B}#EVENTS`, sk: `evt_${P}` }],
  ['webhookKey', keys.webhookKey(B, P), { pk: `BIZ#${B}#ACCESS`, sk: `WEBHOOK#${P}` }],
  ['WEBHOOK_PREFIX', keys.WEBHOOK_PREFIX, 'WEBHOOK#'],
  ['webhookSecretKey', keys.webhookSecretKey(B, P), { pk: `BIZ#${B}#SECRET#${P}`, sk: 'SECRET' }],
  ['searchIndexKey', keys.searchIndexKey(B), { pk: `BIZ#${B}#SEARCH`, sk: 'CURRENT' }],
  ['searchPieceKey', keys.searchPieceKey(B, P, 7), { pk: `BIZ#${B}#SEARCH`, sk: `${P}#0007` }],
  ['searchLeaseKey', keys.searchLeaseKey(B), { pk: `BIZ#${B}#SEARCH`, sk: 'LEASE' }],
  ['importKey', keys.importKey(B, `imp_${P}`), { pk: `BIZ#${B}#IMPORTS`, sk: `imp_${P}` }],
  ['runningImportKey', keys.runningImportKey(B), { pk: `BIZ#${B}#IMPORTS`, sk: 'RUNNING' }],
  ['RUNNING_IMPORT_SHARDS', keys.RUNNING_IMPORT_SHARDS, 4],
  ['runningImportsPartition', keys.runningImportsPartition(3), 'IMPORTS#3'],
  [
    'runningImportPlace',
    keys.runningImportPlace(B, `imp_${P}`),
    { partition: 'IMPORTS#1', sort: `019000000000#${B}#imp_${P}` },
  ],
  ['MEDIUM_PREFIX', keys.MEDIUM_PREFIX, 'MEDIUM#'],
  ['mediumKey', keys.mediumKey(B, 'a'.repeat(64)), { pk: `BIZ#${B}#MEDIA`, sk: `MEDIUM#${'a'.repeat(64)}` }],
  ['mediaCountKey', keys.mediaCountKey(B), { pk: `BIZ#${B}#MEDIA`, sk: 'COUNT' }],
  ['filePartKey', keys.filePartKey(B, `imp_${P}`, 7), { pk: `BIZ#${B}#IMPORTS`, sk: `FILE#imp_${P}#07` }],
  [
    'importFaultKey',
    [keys.importFaultKey(B, `imp_${P}`, 17), keys.importFaultKey(B, `imp_${P}`)],
    [
      { pk: `BIZ#${B}#IMPORTS`, sk: `FAULT#imp_${P}#000000017` },
      { pk: `BIZ#${B}#IMPORTS`, sk: `FAULT#imp_${P}#` },
    ],
  ],
  [
    'stockMarkKey',
    keys.stockMarkKey(B, `imp_${P}`, 17, '2'),
    { pk: `BIZ#${B}#IMPORTS`, sk: `STOCK#imp_${P}#000000017#2` },
  ],
  ['webhookStateKey', keys.webhookStateKey(B, P), { pk: `BIZ#${B}#WEBHOOK#${P}`, sk: 'DELIVERIES' }],
  [
    'deliveryKey',
    keys.deliveryKey(B, P, `evt_${P}`),
    { pk: `BIZ#${B}#WEBHOOK#${P}`, sk: `DELIVERY#evt_${P}` },
  ],
  ['DELIVERY_PREFIX', keys.DELIVERY_PREFIX, 'DELIVERY#'],
  [
    'retryKey',
    keys.retryKey(B, P, '2026-11-23T00:00:00.000Z', `evt_${P}`),
    { pk: `BIZ#${B}#WEBHOOK#${P}`, sk: `DUE#2026-11-23T00:00:00.000Z#evt_${P}` },
  ],
  ['RETRY_PREFIX', keys.RETRY_PREFIX, 'DUE#'],
  ['lastRetry', keys.lastRetry('2026-11-23T00:00:00.000Z'), 'DUE#2026-11-23T00:00:00.000Z#\u{10ffff}'],
  ['ENABLED_SHARDS', keys.ENABLED_SHARDS, 4],
  ['enabledPartition', keys.enabledPartition(3), 'WEBHOOKS#3'],
  [
    'enabledWebhookKey',
    keys.enabledWebhookKey(B, P.replace(/.{4}$/, 'ff0b')),
    { pk: 'WEBHOOKS#3', sk: `${B}#${P.replace(/.{4}$/, 'ff0b')}` },
  ],
  [
    'idempotencyKey',
    keys.idempotencyKey(B, P, 'POST /api/v1/admin/products#k'),
    { pk: `BIZ#${B}#IDEMPOTENCY#${P}`, sk: 'POST /api/v1/admin/products#k' },
  ],
  ['planKey', keys.planKey(B, P, 'products#a'), { pk: `BIZ#${B}#IDEMPOTENCY#${P}`, sk: 'PLAN#products#a' }],
  ['registryKey', keys.registryKey(B), { pk: 'BUSINESSES', sk: B }],
  ['shopKey', keys.shopKey('acme'), { pk: 'SHOP#acme', sk: 'SHOP' }],
  ['tokenKey', keys.tokenKey('00ff'), { pk: 'TOKEN#00ff', sk: 'TOKEN' }],
  ['SCHEDULE_PREFIX', keys.SCHEDULE_PREFIX, 'SCHEDULE#'],
  ['HOLD_PREFIX', keys.HOLD_PREFIX, 'HOLD#'],
  ['scheduleKey', keys.scheduleKey(B, P), { pk: `BIZ#${B}#SCHEDULES`, sk: `SCHEDULE#${P}` }],
  ['holdKey', keys.holdKey(B, '00ff'), { pk: `BIZ#${B}#HOLDS`, sk: 'HOLD#00ff' }],
  ['DUE_SHARDS', keys.DUE_SHARDS, 4],
  ['duePartition', keys.duePartition(3), 'DUE#3'],
  ['dueUntil', keys.dueUntil(1_800_000_000_000), '01a3185c5000\u{10ffff}'],
  ['ownDuePartition', keys.ownDuePartition(B), `BIZ#${B}#DUE`],
  [
    'duePlace',
    keys.duePlace(B, keys.holdKey(B, '00ff'), 1_800_000_000_000),
    { partition: 'DUE#0', own: `BIZ#${B}#DUE`, sort: `01a3185c5000#${B}#HOLD#00ff` },
  ],
  ['storePartition', keys.storePartition(B), `BIZ#${B}`],
  ['shelfPartition', keys.shelfPartition(B, 'tea'), `BIZ#${B}#CATEGORY#tea`],
  ['categoriesPartition', keys.categoriesPartition(B), `BIZ#${B}#CATEGORIES`],
  ['profilePartition', keys.profilePartition(B), `BIZ#${B}#PROFILE`],
  ['variantsPartition', keys.variantsPartition(B), `BIZ#${B}#VARIANTS`],
  ['changesPartition', keys.changesPartition(B), `BIZ#${B}#CHANGES`],
  ['byChange', keys.byChange(1_800_000_000_000, P), `01a3185c5000${P}`],
  ['changeIn', keys.changeIn(`01a3185c5000${P}`), { time: 1_800_000_000_000, of: P }],
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
  inventory: keys.stockKey,
  schedule: keys.scheduleKey,
  import: (businessId, id) => keys.importKey(businessId, `imp_${id}`),
  media: keys.mediumKey,
}

test.each(RECORDS)('the key of a $name begins as its record says', ({ type, keyPrefix }) => {
  expect(KEYS[type](B, 'an-id').sk).toBe(`${keyPrefix}${type === 'business' ? '' : 'an-id'}`)
})

test.each(PINNED)('%s is as stored', (_, made, literal) => {
  expect(made).toEqual(literal)
})

test.each([
  ['SECRET_PARTITIONS', patterns.SECRET_PARTITIONS, `BIZ#${'?'.repeat(36)}#SECRET#*`],
  ['SEARCH_PARTITIONS', patterns.SEARCH_PARTITIONS, `BIZ#${'?'.repeat(36)}#SEARCH`],
  ['RUNNING_IMPORT_PARTITIONS', patterns.RUNNING_IMPORT_PARTITIONS, 'IMPORTS#*'],
  ['DUE_PARTITIONS', patterns.DUE_PARTITIONS, 'DUE#*'],
  ['OWN_DUE_PARTITIONS', patterns.OWN_DUE_PARTITIONS, `BIZ#${'?'.repeat(36)}#DUE`],
  ['RATE_PARTITIONS', patterns.RATE_PARTITIONS, `BIZ#${'?'.repeat(36)}#RATE#*`],
])('%s are the partitions of every business', (_, pattern, expected) => {
  expect(pattern).toBe(expected)
})

test('no key is made that is not pinned here', () => {
  expect(Object.keys(keys).sort()).toEqual([...new Set(PINNED.map(([name]) => name))].sort())
})

/** Every kind of key of a business, made of what clients chose. */
const OWN_KEYS = {
  business: (id) => keys.businessKey(id),
  category: (id, value) => keys.categoryKey(id, value),
  count: (id, value, _, shard) => keys.categoryCountKey(id, value, shard),
  product: (id, value) => keys.productKey(id, value),
  slugGuard: (id, value) => keys.slugGuardKey(id, value),
  skuGuard: (id, value) => keys.skuGuardKey(id, value),
  externalIdGuard: (id, value) => keys.externalIdGuardKey(id, value),
  apiKey: (id, value) => keys.apiKeyKey(id, value),
  roster: (id) => keys.rosterKey(id),
  rate: (id, value) => keys.rateKey(id, value),
  event: (id, value) => keys.eventKey(id, `evt_${value}`),
  idempotency: (id, value, other) => keys.idempotencyKey(id, value, `POST /${other}`),
  plan: (id, value, other) => keys.planKey(id, value, other),
  webhook: (id, value) => keys.webhookKey(id, value),
  secret: (id, value) => keys.webhookSecretKey(id, value),
  state: (id, value) => keys.webhookStateKey(id, value),
  delivery: (id, value, other) => keys.deliveryKey(id, value, other),
  import: (id, value) => keys.importKey(id, `imp_${value}`),
  running: (id) => keys.runningImportKey(id),
  file: (id, value, _, part) => keys.filePartKey(id, `imp_${value}`, part),
  fault: (id, value, _, row) => keys.importFaultKey(id, `imp_${value}`, row),
  medium: (id, value) => keys.mediumKey(id, value),
  mediaCount: (id) => keys.mediaCountKey(id),
  mark: (id, value, other, row) => keys.stockMarkKey(id, `imp_${value}`, row, other),
  hold: (id, value) => keys.holdKey(id, value),
  schedule: (id, value) => keys.scheduleKey(id, value),
  retry: (id, value, other) => keys.retryKey(id, value, '2026-11-23T00:00:00.000Z', other),
} satisfies Record<string, (id: string, value: string, other: string, shard: number) => keys.Key>

/** The keys of what belongs to no business alone. */
const SHARED_KEYS = {
  registry: (id) => keys.registryKey(id),
  shop: (_, value) => keys.shopKey(value),
  token: (_, value) => keys.tokenKey(value),
  enabled: (id, value) => keys.enabledWebhookKey(id, value),
} satisfies Record<string, (id: string, value: string) => keys.Key>

const hostile = fc.oneof(
  fc.string(),
  fc.constantFrom('#', '', '../', `BIZ#${P}`, '#SLUG#x', 'A#SECRET#1', '\u0000', '\u{10ffff}'),
)

interface Chosen {
  value: string
  other: string
  shard: number
}

test('every key of a business begins with that business, whatever a client called its things', () => {
  fc.assert(
    fc.property(fc.uuid(), hostile, hostile, fc.nat(7), (id, value, other, shard) => {
      const items = Object.values(OWN_KEYS).map((make) => make(id, value, other, shard).pk)
      const indexes = [
        keys.storePartition(id),
        keys.shelfPartition(id, value),
        keys.categoriesPartition(id),
        keys.profilePartition(id),
        keys.slugPartition(id, value),
        keys.ownDuePartition(id),
      ]
      for (const partition of [...items, ...indexes]) {
        expect(partition === `BIZ#${id}` || partition.startsWith(`BIZ#${id}#`)).toBe(true)
        expect(keys.tenantOf(partition)).toBe(id)
      }
    }),
  )
})

test('what belongs to no business alone is in no business’s partition', () => {
  fc.assert(
    fc.property(fc.uuid(), hostile, (id, value) => {
      for (const make of Object.values(SHARED_KEYS)) {
        const { pk } = make(id, value)
        expect([keys.tenantOf(pk), keys.isOfTenant(pk, id)]).toEqual([undefined, false])
      }
    }),
  )
})

test('a SKU of the longest characters fits a partition key of 2,048 bytes', () => {
  const sku = '🧵'.repeat(255)
  expect(v.is(newProduct.pipe[0].entries.sku, sku)).toBe(true)
  expect(Buffer.byteLength(keys.skuGuardKey(B, sku).pk)).toBe(45 + 4 * 255)
})

test('two kinds of keys never meet, whatever a client called its things', () => {
  const made = fc.record({ value: hostile, other: hostile, shard: fc.nat(7) })
  const kinds = Object.entries({ ...OWN_KEYS, ...SHARED_KEYS })
  const keyOf = (make: (typeof kinds)[number][1], { value, other, shard }: Chosen) => {
    const { pk, sk } = make(B, value, other, shard)
    return `${pk}\n${sk}`
  }
  fc.assert(
    fc.property(made, made, (one, another) => {
      const ones = kinds.map(([kind, make]) => [keyOf(make, one), kind] as const)
      for (const [kind, make] of kinds)
        for (const [key, first] of ones) if (key === keyOf(make, another)) expect(first).toBe(kind)
    }),
    { numRuns: 300 },
  )
})

test('only the secrets of webhooks are in the partitions that roles without them are denied', () => {
  // `lib/infra/permissions.ts`: ? is one character, * is any number of them.
  const denied = /^BIZ#.{36}#SECRET#.*$/su
  fc.assert(
    fc.property(fc.uuid(), hostile, hostile, fc.nat(7), (id, value, other, shard) => {
      for (const [kind, make] of Object.entries({ ...OWN_KEYS, ...SHARED_KEYS }))
        expect([kind, denied.test(make(id, value, other, shard).pk)]).toEqual([kind, kind === 'secret'])
    }),
  )
})

test('of what the filter of the table’s stream looks for, only events and webhooks have such sort keys', () => {
  fc.assert(
    fc.property(fc.uuid(), hostile, hostile, fc.nat(7), (id, value, other, shard) => {
      for (const [kind, make] of Object.entries(OWN_KEYS)) {
        const { sk } = make(id, value, other, shard)
        expect([kind, sk.startsWith('evt_'), sk.startsWith(keys.WEBHOOK_PREFIX)]).toEqual([
          kind,
          kind === 'event',
          kind === 'webhook',
        ])
      }
    }),
  )
})

test('each category has counts of its own', () => {
  const slug = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
  fc.assert(
    fc.property(slug, slug, fc.nat(7), (a, b, shard) => {
      if (a !== b) expect(keys.categoryCountKey(B, a, shard)).not.toEqual(keys.categoryCountKey(B, b, shard))
      const partitions = [keys.storePartition(B), keys.shelfPartition(B, a), keys.categoriesPartition(B)]
      const others = [keys.profilePartition(B), keys.slugPartition(B, a), keys.ownDuePartition(B)]
      expect(new Set([...partitions, ...others]).size).toBe(6)
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
