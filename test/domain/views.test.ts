import { describe, expect, test } from 'vitest'
import {
  adminApiKey,
  adminBusiness,
  adminCategory,
  adminProduct,
  adminVariants,
} from '../../lib/domain/admin-view.ts'
import type { Business } from '../../lib/domain/business.ts'
import { pick, pickOrNull } from '../../lib/domain/pick.ts'
import type { WholeProduct } from '../../lib/domain/products/variant-set.ts'
import {
  publicBusiness,
  publicCategory,
  publicProduct,
  publicVariants,
} from '../../lib/domain/public-view.ts'
import type { Webhook } from '../../lib/domain/webhooks/webhook.ts'
import {
  adminWebhook,
  adminWebhookWithHealth,
  recordedWebhook,
} from '../../lib/domain/webhooks/webhook-view.ts'
import { storedKey } from './api-keys/stored-key.ts'
import { shirt, storedProduct } from './products/stored-product.ts'
import { storedCategory } from './stored-category.ts'

const TIME = '2026-01-01T00:00:00.000Z'
/** Members of an item, which no view may show. */
const OF_ITEM = { pk: 'BIZ#1', digest: 'secret', secret: 'whsec_x' }

const mug = (members: object = {}) =>
  storedProduct({ name: 'Mug', price: 5, category_id: 'tea', cost: 2, sku: 'MUG', ...members }).product

describe('what everybody sees of a product', () => {
  test('has neither the fields of its owner nor other attributes of the table', () => {
    const view = publicProduct({ ...mug(), ...OF_ITEM })
    for (const name of [
      'sku',
      'cost',
      'metadata',
      'status',
      'version',
      'external_id',
      'low_stock_at',
      'pk',
      'secret',
    ])
      expect(view).not.toHaveProperty(name)
    expect(view).toMatchObject({ name: 'Mug', price: 5, category_id: 'tea', currency: 'EUR' })
  })

  test('has the fields of trade only where they are set, and other fields always', () => {
    expect(publicProduct(mug())).not.toHaveProperty('brand')
    expect(publicProduct(mug())).toHaveProperty('compare_at_price', null)
    expect(publicProduct(mug({ brand: 'Clay', weight_grams: 5 }))).toMatchObject({
      brand: 'Clay',
      weight_grams: 5,
    })
  })

  test('has its additional categories by their ids alone, in their order', () => {
    const product = mug({ additional_categories: [{ id: 'sale', position: 9 }, { id: 'gifts' }] })
    expect(publicProduct(product)).toMatchObject({ additional_category_ids: ['sale', 'gifts'] })
    expect(publicProduct(product)).not.toHaveProperty('additional_categories')
  })
})

test('its owner sees all of a product, and null for what is not set', () => {
  const view = adminProduct({ ...mug(), ...OF_ITEM })
  expect(view).toMatchObject({ name: 'Mug', sku: 'MUG', cost: 2, status: 'draft', version: 1, brand: null })
  expect(Object.keys(view).filter((name) => name in OF_ITEM)).toEqual([])
})

describe('what everybody sees of variants', () => {
  const disabled = ({ set }: WholeProduct, ...sizes: string[]) => ({
    ...set,
    variants: set.variants.map((one) => ({
      ...one,
      is_enabled: !sizes.includes(one.option_values.Size ?? ''),
    })),
  })

  test('is those that are enabled, in their order, with the values that one of them has', () => {
    const { options, variants } = publicVariants('1', disabled(shirt(), 'S'))
    expect(options).toEqual([{ name: 'Size', values: ['M', 'L'] }])
    expect(variants.map(({ option_values }) => option_values.Size)).toEqual(['M', 'L'])
  })

  test('is empty if no variant is enabled', () => {
    expect(publicVariants('1', disabled(shirt(), 'S', 'M', 'L'))).toEqual({
      id: '1',
      options: [],
      variants: [],
    })
  })

  test('is neither SKU nor cost nor quantities, and fields of trade only where they are set', () => {
    const { set } = shirt()
    const [view, other] = publicVariants('1', {
      ...set,
      variants: set.variants.map((one, n) => ({ ...one, ...OF_ITEM, ...(n === 1 && { mpn: 'M1' }) })),
    }).variants
    for (const name of ['sku', 'cost', 'is_enabled', 'low_stock_at', 'track_inventory', 'pk', 'mpn'])
      expect(view).not.toHaveProperty(name)
    expect(view).toMatchObject({ price: 5, compare_at_price: null, is_available: true })
    expect(other).toMatchObject({ mpn: 'M1' })
  })
})

test('its owner sees all variants, under the id and the version of their product', () => {
  const { product, set } = shirt()
  const view = adminVariants({ ...product, version: 7 }, set)
  expect(view).toMatchObject({
    id: product.id,
    version: 7,
    options: set.options,
    created_at: TIME,
    updated_at: TIME,
  })
  expect(view.variants.map(({ sku }) => sku)).toEqual(['SHIRT-S', 'SHIRT-M', 'SHIRT-L'])
})

test('of a category its owner alone sees metadata and version', () => {
  const category = storedCategory({ metadata: { a: 'b' } })
  const { metadata, version, ...shown } = category
  expect(publicCategory({ ...category, ...OF_ITEM })).toEqual(shown)
  expect(adminCategory({ ...category, ...OF_ITEM })).toEqual({ ...shown, metadata, version })
})

describe('a business', () => {
  const shop: Business = {
    id: '1',
    slug: 'acme',
    name: 'Acme',
    description: '',
    logo_url: null,
    currency: 'EUR',
    locale: 'en',
    timezone: 'UTC',
    country: null,
    contact: { email: null, phone: null, website: null, address: null },
    social_links: [],
    metadata: { a: 'b' },
    product_url_template: null,
    status: 'active',
    created_at: TIME,
    updated_at: TIME,
    version: 2,
  }
  const template = 'https://acme.example/{slug}'

  test('shows everybody no status, no metadata, and a template only where it has one', () => {
    const { status, metadata, version, created_at, updated_at, product_url_template, ...shown } = shop
    expect(publicBusiness({ ...shop, ...OF_ITEM })).toEqual(shown)
    expect(publicBusiness({ ...shop, product_url_template: template })).toEqual({
      ...shown,
      product_url_template: template,
    })
  })

  test('shows its owner all of it, also that it has no template', () => {
    expect(adminBusiness({ ...shop, ...OF_ITEM })).toEqual(shop)
    expect(adminBusiness({ ...shop, product_url_template: template })).toHaveProperty(
      'product_url_template',
      template,
    )
  })
})

test('of a key nobody sees its token or the digest of it', () => {
  const key = storedKey()
  const stored = { more: 1, burst: 2, per_second: 1 }
  const view = adminApiKey({ ...key, ...OF_ITEM, rate_limit: stored })
  expect(view).toEqual({ ...key, rate_limit: { per_second: 1, burst: 2 } })
  expect(Object.keys(view.rate_limit)).toEqual(['per_second', 'burst'])
})

describe('a webhook', () => {
  const webhook: Webhook = {
    id: '1',
    url: 'https://hooks.example/a?token=1',
    events: ['*'],
    description: '',
    is_enabled: true,
    disabled_reason: null,
    previous_expires_at: null,
    created_by: null,
    created_at: TIME,
    updated_at: TIME,
    version: 1,
  }
  const health = { paused_until: '2026-01-02T00:00:00.000Z', failing_since: TIME }

  test('has no secret in its view, and in its events no query either', () => {
    expect(adminWebhook({ ...webhook, ...OF_ITEM })).toEqual(webhook)
    expect(recordedWebhook({ ...webhook, ...OF_ITEM })).toEqual({
      ...webhook,
      url: 'https://hooks.example/a',
    })
  })

  test('is shown with how its endpoint does, and waits for a time only while it is enabled', () => {
    expect(adminWebhookWithHealth(webhook, health)).toEqual({ ...webhook, ...health })
    expect(adminWebhookWithHealth({ ...webhook, is_enabled: false }, health)).toEqual({
      ...webhook,
      is_enabled: false,
      ...health,
      paused_until: null,
    })
  })
})

test('fields are picked in the order of their list; a missing one is null where the caller wants it', () => {
  const source: { b: number; a?: number; c: number } = { b: 2, c: 3 }
  expect(Object.keys(pick(source, ['c', 'b']))).toEqual(['c', 'b'])
  expect(pickOrNull({ ...source, a: 0 }, ['a', 'b'])).toEqual({ a: 0, b: 2 })
  expect(pickOrNull(source, ['a', 'b'])).toEqual({ a: null, b: 2 })
})
