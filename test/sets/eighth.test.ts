import { describe, expect, test } from 'vitest'
import { quarterWith } from '../support/seed-of-run.ts'
import { EIGHTHS, eighthOf, eighthWith, partOfRest } from './eighth.ts'
import { wholeRunDigest } from './whole-run.ts'

const TURNS = Array.from({ length: EIGHTHS }, (_, turn) => turn)
const FILES = Array.from({ length: 30 }, (_, n) => `test/${n}.test.ts`)

test('eight turns run each file once', () => {
  const parts = TURNS.map((turn) => eighthOf(FILES, {}, turn))
  expect(parts.flat().sort()).toEqual([...FILES].sort())
  expect(parts.map(({ length }) => length).sort()).toEqual([3, 3, 4, 4, 4, 4, 4, 4])
})

test('they take about as long as each other: a long file is alone', () => {
  const seconds = { 'test/7.test.ts': 40, 'test/3.test.ts': 9 }
  const took = TURNS.map((turn) => eighthOf(FILES, seconds, turn))
  expect(took.find((files) => files.includes('test/7.test.ts'))).toEqual(['test/7.test.ts'])
  expect(Math.max(...took.map(({ length }) => length))).toBeLessThanOrEqual(5)
})

test('the same files make the same parts, in whatever order they are found', () => {
  for (const turn of TURNS)
    expect(eighthOf([...FILES].reverse(), {}, turn)).toEqual(eighthOf(FILES, {}, turn))
})

test('each eighth comes with each quarter of the exhaustive loops', () => {
  const seeds = Array.from({ length: 4 * EIGHTHS }, (_, seed) => seed)
  expect(new Set(seeds.map((seed) => `${eighthWith(seed)} ${quarterWith(seed)}`)).size).toBe(4 * EIGHTHS)
})

describe('of the wide set and of the files that use the stack', () => {
  const needs = (stack: boolean) => ({ stack, modules: false, process: false })
  const [wide, wired, pure, judge] = [
    'test/operator/smoke/healthy-deployment.test.ts',
    'test/api/access/a.test.ts',
    'test/api/http/a.test.ts',
    'test/afterwards/log.test.ts',
  ]
  const all = new Map([
    [wide, needs(false)],
    [wired, needs(true)],
    [pure, needs(false)],
    [judge, needs(true)],
  ])

  test('all run when the code has changed since everything passed', () => {
    const { files, why } = partOfRest(all, { passed: 'another', seconds: {} })
    expect(files).toEqual([wired, wide])
    expect(why).toContain('has changed')
  })

  test('else an eighth of each, by the commit', () => {
    const last = { passed: wholeRunDigest(), seconds: {} }
    const parts = TURNS.map((turn) => partOfRest(all, last, turn))
    expect(parts.flatMap(({ files }) => files)).toEqual([wired, wide])
    expect(parts[2]?.why).toContain('eighth 3 of 8')
  })
})
