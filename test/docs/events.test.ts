import { expect, test } from 'vitest'
import type { EventType } from '../../lib/domain/resources.ts'
import { readPage } from './blocks.ts'

/** Each once; a type that is missing here or too many does not compile. */
const EVENT_TYPES: Record<EventType, true> = {
  'product.created': true,
  'product.published': true,
  'product.unpublished': true,
  'product.updated': true,
  'product.deleted': true,
  'category.created': true,
  'category.updated': true,
  'category.deleted': true,
  'business.updated': true,
  'api_key.created': true,
  'api_key.rotated': true,
  'api_key.updated': true,
  'api_key.revoked': true,
}

test('docs/events.md lists every type of event', () => {
  const listed = [...readPage('docs/events.md').matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, type]) => type)
  expect(listed).toEqual(Object.keys(EVENT_TYPES))
})
