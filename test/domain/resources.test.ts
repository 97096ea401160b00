import { expect, test } from 'vitest'
import { isMediumId } from '../../lib/domain/media.ts'
import { EVENT_TYPE_FILTERS, NAMED, RECORDS, RESOURCES } from '../../lib/domain/resources.ts'

const duplicates = (values: readonly string[]) => values.filter((value, n) => values.indexOf(value) !== n)

test('no two resources have one type, title or beginning of their keys', () => {
  expect(duplicates(RECORDS.map(({ type }) => type))).toEqual([])
  expect(duplicates(RECORDS.map(({ title }) => title))).toEqual([])
  expect(duplicates(RECORDS.map(({ keyPrefix }) => keyPrefix))).toEqual([])
})

test('events are wanted by their type, or by the kind of their object', () => {
  for (const { type, events } of RECORDS) {
    const own = EVENT_TYPE_FILTERS.filter((filter) => filter.startsWith(`${type}.`))
    expect(own).toEqual([...Object.keys(events).map((event) => `${type}.${event}`), `${type}.*`])
  }
  expect(duplicates(EVENT_TYPE_FILTERS)).toEqual([])
})

test('a path names one of each resource but of stock, and the problem of a picture has a name of its own', () => {
  expect(RECORDS.filter(({ type }) => !NAMED.some((one) => one.type === type))).toMatchObject([
    { type: 'inventory', ...RESOURCES.inventory },
    { type: 'media', ...RESOURCES.media },
  ])
})

const SHA = '0123456789abcdef'.repeat(4)

test.each([
  [SHA, true],
  [SHA.slice(1), false],
  [`${SHA}0`, false],
  [SHA.toUpperCase(), false],
  [SHA.replace('f', 'g'), false],
  [`${SHA}\n`, false],
  [`../${SHA}`, false],
  ['', false],
])('%j is the id of a picture: %j', (text, expected) => {
  expect(isMediumId(text)).toBe(expected)
})
