import { expect, test } from 'vitest'
import { lastQuarter, median, over, ratio, spread } from '../../bench/measure/statistics.ts'

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
  [[10, 9, 100], 10],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test('there is no median of nothing', () => {
  expect(() => median([])).toThrow('nothing')
})

test('the median leaves its values in their order', () => {
  const values = [3, 1, 2]
  median(values)
  expect(values).toEqual([3, 1, 2])
})

test('repetitions come to their least and their median', () => {
  expect(spread([5, 1, 3])).toEqual({ min: 1, median: 3 })
})

test('spreads are compared least by least and median by median', () => {
  const figure = { min: 2, median: 6 }
  const base = { min: 1, median: 4 }
  expect(ratio(figure, base)).toEqual({ min: 2, median: 1.5 })
  expect(over(figure, base)).toEqual({ min: 1, median: 2 })
})

test.each([
  [
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    [8, 9],
  ],
  [[1, 2, 3], [3]],
  [[], []],
])('the last quarter of %j is %j', (series, last) => {
  expect(lastQuarter(series)).toEqual(last)
})
