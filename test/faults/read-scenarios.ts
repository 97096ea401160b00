import { plantEvent } from '../support/feed.ts'
import { makeKey } from '../support/shop.ts'
import { makeHeld } from './hold-scenarios.ts'
import { makeImport } from './import-scenarios.ts'
import { makeMedium } from './media-scenarios.ts'
import { makeOld, makeSized } from './old-product.ts'
import type { Scenario } from './scenarios.ts'
import { makeSchedule } from './schedule-scenarios.ts'
import { makeDelivery, makeOldHook } from './webhook-scenarios.ts'

/** Every read under `/admin`. */
export const READS: readonly Scenario[] = [
  { route: 'GET /admin/business', prepare: async () => ({}) },
  { route: 'GET /admin/feeds/{feed}', prepare: async () => ({ path: { feed: 'google.xml' } }) },
  {
    route: 'GET /admin/products',
    prepare: async (business) => {
      await makeOld(business)
      return {}
    },
  },
  {
    route: 'GET /admin/products/{id}',
    prepare: async (business) => ({ path: { id: await makeOld(business) } }),
  },
  {
    route: 'GET /admin/products/by-external-id/{external_id}',
    prepare: async (business) => {
      await makeOld(business)
      return { path: { external_id: 'Old-id' } }
    },
  },
  {
    route: 'GET /admin/products/{id}/variants',
    prepare: async (business) => ({ path: { id: await makeSized(business) } }),
  },
  {
    route: 'GET /admin/variants',
    prepare: async (business) => {
      await makeSized(business)
      return { query: 'sku=Old-M' }
    },
  },
  {
    route: 'GET /admin/inventory',
    prepare: async (business) => {
      await makeOld(business)
      return {}
    },
  },
  { route: 'GET /admin/inventory/holds/{reference}', prepare: makeHeld },
  {
    route: 'GET /admin/inventory/holds',
    prepare: async (business) => {
      await makeHeld(business)
      return {}
    },
  },
  { route: 'GET /admin/schedules', prepare: makeSchedule },
  {
    route: 'GET /admin/export',
    prepare: async (business) => {
      await makeSized(business)
      return {}
    },
  },
  { route: 'GET /admin/categories', prepare: async () => ({}) },
  { route: 'GET /admin/categories/{id}', prepare: async () => ({ path: { id: 'tea' } }) },
  {
    route: 'GET /admin/media',
    prepare: async (business) => {
      await makeMedium(business)
      return {}
    },
  },
  { route: 'GET /admin/imports', prepare: async () => ({}) },
  { route: 'GET /admin/imports/{id}', prepare: makeImport },
  { route: 'GET /admin/imports/{id}/faults', prepare: makeImport },
  { route: 'GET /admin/api-keys', prepare: async () => ({}) },
  { route: 'GET /admin/api-keys/current', prepare: async () => ({}) },
  {
    route: 'GET /admin/api-keys/{id}',
    prepare: async (business) => ({ path: { id: (await makeKey(business)).apiKey.id } }),
  },
  { route: 'GET /admin/events', prepare: async () => ({}) },
  {
    route: 'GET /admin/events/{id}',
    prepare: async (business) => ({ path: { id: await plantEvent(business.id, {}) } }),
  },
  { route: 'GET /admin/webhooks', prepare: async () => ({}) },
  { route: 'GET /admin/webhooks/{id}', prepare: (business) => makeOldHook(business) },
  { route: 'GET /admin/webhooks/{id}/deliveries', prepare: (business) => makeOldHook(business) },
  {
    route: 'GET /admin/webhooks/{id}/deliveries/{delivery_id}',
    prepare: async (business) => ({ path: (await makeDelivery(business, true)).path }),
  },
]
