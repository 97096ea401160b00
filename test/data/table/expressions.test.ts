import { expect, test } from 'vitest'
import { isOwnOrNobodys, replacing, updateOf, when } from '../../../lib/data/table/expressions.ts'

test('a condition has its values in their order, and each name once', () => {
  expect(when`#status = ${'failed'} AND (#n < ${3} OR attribute_not_exists(#status))`).toEqual({
    ConditionExpression: '#status = :0 AND (#n < :1 OR attribute_not_exists(#status))',
    ExpressionAttributeNames: { '#status': 'status', '#n': 'n' },
    ExpressionAttributeValues: { ':0': 'failed', ':1': 3 },
  })
})

test('a condition without names or values has no map: DynamoDB refuses an empty one', () => {
  expect(when`attribute_not_exists(pk)`).toEqual({ ConditionExpression: 'attribute_not_exists(pk)' })
  expect(when`attribute_exists(#n)`).toEqual({
    ConditionExpression: 'attribute_exists(#n)',
    ExpressionAttributeNames: { '#n': 'n' },
  })
})

test('an update and its condition can speak of one attribute with two values', () => {
  const update = updateOf({
    set: { version: 4, type: 'roster' },
    remove: ['next_at'],
    add: { n: 1 },
    drop: { asked: new Set(['a']) },
    if: when`#version = ${3} AND #sku = ${'X'}`,
  })
  expect(update).toEqual({
    UpdateExpression: 'SET #version = :version, #type = :type REMOVE #next_at ADD #n :n DELETE #asked :asked',
    ConditionExpression: '#version = :0 AND #sku = :1',
    ExpressionAttributeNames: {
      '#version': 'version',
      '#type': 'type',
      '#next_at': 'next_at',
      '#n': 'n',
      '#asked': 'asked',
      '#sku': 'sku',
    },
    ExpressionAttributeValues: {
      ':version': 4,
      ':type': 'roster',
      ':n': 1,
      ':asked': new Set(['a']),
      ':0': 3,
      ':1': 'X',
    },
  })
})

test('an update without a condition has none, and one without values has no map of them', () => {
  expect(updateOf({ remove: ['again'] })).toEqual({
    UpdateExpression: 'REMOVE #again',
    ExpressionAttributeNames: { '#again': 'again' },
  })
})

test('of a list, the members with a value are set and the others removed', () => {
  expect(replacing(['a', 'b', 'c'], { a: null, c: 0 })).toEqual({ set: { a: null, c: 0 }, remove: ['b'] })
})

test('an item of no business, or of this one, can be replaced', () => {
  expect(isOwnOrNobodys('5f0c')).toEqual({
    ConditionExpression: 'attribute_not_exists(pk) OR #business_id = :0',
    ExpressionAttributeNames: { '#business_id': 'business_id' },
    ExpressionAttributeValues: { ':0': '5f0c' },
  })
})
