import { expect, test } from 'vitest'
import { conditionOf } from '../../lib/data/event-filter.ts'

test('an event is of any of the types, and of everything else that is wanted', () => {
  const { expressions, names, values } = conditionOf({
    type: ['product.deleted', 'category.*'],
    actor: 'operator',
    object: 'tea',
    request_id: 'r',
  })
  // DynamoDB's AND binds more tightly than its OR.
  expect(expressions.join(' AND ')).toBe(
    [
      '(#type = :type0 OR begins_with(#type, :type1))',
      '(#object = :object OR contains(#products, :object))',
      '#actor = :actor',
      '#request_id = :request_id',
    ].join(' AND '),
  )
  expect(names).toMatchObject({ '#type': 'event_type', '#actor': 'actor', '#request_id': 'request_id' })
  expect(values).toEqual({
    ':type0': 'product.deleted',
    ':type1': 'category.',
    ':actor': 'operator',
    ':object': 'tea',
    ':request_id': 'r',
  })
})

test('a filter that says nothing has no condition', () => {
  expect(conditionOf({ from: new Date(), order: 'newest' })).toEqual({
    expressions: [],
    names: {},
    values: {},
  })
})

test('the condition names each filter and nothing more', () => {
  expect(conditionOf({ actor: 'system' })).toEqual({
    expressions: ['#actor = :actor'],
    names: { '#actor': 'actor' },
    values: { ':actor': 'system' },
  })
  expect(conditionOf({ object: 'tea' })).toEqual({
    expressions: ['(#object = :object OR contains(#products, :object))'],
    names: { '#object': 'object', '#products': 'products' },
    values: { ':object': 'tea' },
  })
  expect(conditionOf({ type: ['business.updated'] })).toEqual({
    expressions: ['(#type = :type0)'],
    names: { '#type': 'event_type' },
    values: { ':type0': 'business.updated' },
  })
})
