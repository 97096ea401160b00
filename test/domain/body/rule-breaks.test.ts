import { expect, test } from 'vitest'
import {
  breaksOf,
  distinct,
  InvalidFields,
  type RuleBreak,
  throwAny,
  unknownCategory,
} from '../../../lib/domain/body/rule-breaks.ts'

const one: RuleBreak = { path: ['a', 'b'], code: 'invalid', detail: 'is wrong' }

test('a check that throws another error throws it on', () => {
  const fault = new TypeError('a mistake in the code')
  const failing = () => {
    throw fault
  }
  expect(() => breaksOf(failing)).toThrow(fault)
  expect(breaksOf(() => 7)).toEqual([])
})

test('breaks are one if place, code and text are', () => {
  const others = [
    { ...one, path: ['a/b'] },
    { ...one, code: 'required' as const },
    { ...one, detail: 'is bad' },
  ]
  expect(distinct([one, ...others, { ...one }])).toEqual([one, ...others])
})

test('breaks are thrown once each, and an empty list throws nothing', () => {
  expect(breaksOf(() => throwAny([one, { ...one }]))).toEqual([one])
  expect(() => throwAny([])).not.toThrow()
})

test('an unknown category is named by its place', () => {
  expect(unknownCategory('data', 'category_id')).toEqual({
    path: ['data', 'category_id'],
    code: 'invalid',
    detail: 'is not a category of this business',
  })
})

test('an error of fields says what it is in a log', () => {
  expect(String(new InvalidFields([one]))).toBe('InvalidFields: invalid fields')
})
