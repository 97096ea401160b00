/** The query parameters of merchants' lists. */
import type { adminProductParameters } from '../../api/http/lists/admin-product-list.ts'
import type { deliveryParameters } from '../../api/http/lists/delivery-list.ts'
import { type eventParameters, MOST_EVENT_TYPES, NOW } from '../../api/http/lists/event-feed.ts'
import type { holdParameters } from '../../api/http/lists/hold-list.ts'
import type { exportParameters } from '../../api/http/lists/product-export.ts'
import type { scheduleParameters } from '../../api/http/lists/schedule-list.ts'
import type { inventoryParameters } from '../../api/http/lists/stock-list.ts'
import type { variantParameters } from '../../api/http/parameters/product-parameters.ts'
import { ref } from './json-schema.ts'
import type { JsonSchema } from './openapi.ts'
import { commas, PAGE, type Query, text } from './query-parts.ts'
import { EVENT_ID } from './schemas/event.ts'
import { UUID } from './schemas/members.ts'

const dateTime: JsonSchema = { type: 'string', format: 'date-time' }

export const ADMIN_PRODUCTS: Query<typeof adminProductParameters> = {
  status: {
    description: 'Products in this status.',
    schema: ref('ProductStatus'),
  },
  category: {
    description: 'Products of this category. The list is empty if the category does not exist.',
    schema: text,
  },
  sku: { description: 'The product with this SKU.', schema: text },
  external_id: { description: 'The product with this external id.', schema: text },
  sort: {
    description: 'By time of creation; `-` reverses the order.',
    schema: { ...ref('AdminProductSort'), default: 'created_at' },
  },
  ...PAGE,
}

export const EXPORT: Query<typeof exportParameters> = {
  format: {
    description:
      '`jsonl` has everything that you can set, one product per line. `csv` has the same, with lists and objects as JSON in their cells. `shopify` is a CSV file for the import of Shopify, which leaves some fields out.',
    schema: { ...ref('ExportFormat'), default: 'jsonl' },
  },
  status: ADMIN_PRODUCTS.status,
  category: ADMIN_PRODUCTS.category,
  limit: {
    description: 'The largest number of products on a page.',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 200 },
  },
  cursor: {
    ...PAGE.cursor,
    description:
      'From the `Link` of the previous page. Only valid for the same export: same business, format and filters.',
  },
}

export const VARIANTS: Query<typeof variantParameters> = {
  sku: { description: 'The SKU of the variant.', required: true, schema: text, example: 'PEPPER-MILL-18' },
}

export const INVENTORY: Query<typeof inventoryParameters> = {
  product: { description: 'The variants of the product with this id.', schema: text },
  sku: { description: 'The variant with this SKU.', schema: text },
  low_stock: { description: '`true` for variants whose stock is low.', schema: { type: 'boolean' } },
  ...PAGE,
}

export const HOLDS: Query<typeof holdParameters> = {
  status: { description: 'Holds with this status.', schema: ref('HoldStatus') },
  product: { description: 'Holds that have pieces of the product with this id.', schema: text },
  ...PAGE,
}

export const SCHEDULES: Query<typeof scheduleParameters> = {
  product: { description: 'The schedule of the product with this id.', schema: text },
  ...PAGE,
}

export const EVENTS: Query<typeof eventParameters> = {
  after: {
    description:
      'Only events after this one: the `next_after` of a response, or the id of an event. At most 30 days old; otherwise the response is 410. `now` returns no events, and as `next_after` the start for new events.',
    schema: { type: 'string', pattern: `^(?:${NOW}|${EVENT_ID.pattern?.slice(1, -1)})$` },
  },
  order: {
    description: 'The event that comes first. With `newest`, the events after an `after` are older.',
    schema: { ...ref('EventOrder'), default: 'oldest' },
  },
  from: {
    description: 'Only events from this time on.',
    schema: dateTime,
    example: '2026-11-20T10:00:00Z',
  },
  until: {
    description: 'Only events before this time.',
    schema: dateTime,
    example: '2026-11-21T10:00:00Z',
  },
  type: {
    description:
      'Only events of these types, or of all types of one kind of object: `product.*`. Can be repeated.',
    schema: { type: 'array', items: ref('EventTypeFilter'), minItems: 1, maxItems: MOST_EVENT_TYPES },
    ...commas,
    example: ['product.deleted', 'category.*'],
  },
  actor: {
    description: 'Only changes that this API key made or planned, by its id; or `operator` or `system`.',
    schema: { type: 'string', pattern: `^(?:operator|system|${UUID.pattern?.slice(1, -1)})$` },
  },
  object: { description: 'Only changes of the object with this id.', schema: text },
  request_id: {
    description: 'Only changes that this request made, by the `X-Request-Id` of its response.',
    schema: UUID,
  },
  ...PAGE,
}

export const DELIVERIES: Query<typeof deliveryParameters> = {
  status: { description: 'Deliveries with this status.', schema: ref('DeliveryStatus') },
  ...PAGE,
}
