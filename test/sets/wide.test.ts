import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAt, isWide, WIDE } from './wide.ts'

const root = join(import.meta.dirname, '../..')
const tests = globSync('test/**/*.test.ts', { cwd: root })
const places = WIDE.flatMap(({ files }) => files)

test.each(places)('the wide set names files that are there: %s', (place) => {
  expect(tests.filter((path) => isAt(place, path))).not.toEqual([])
})

test('no file is named twice, and each group says why', () => {
  const named = places.flatMap((place) => tests.filter((path) => isAt(place, path)))
  expect(named).toHaveLength(new Set(named).size)
  for (const { why } of WIDE) expect(why).toMatch(/^[A-Z].*\.$/)
})

test('npm test keeps three quarters of the files, and each of these', () => {
  expect(tests.filter((path) => !isWide(path)).length).toBeGreaterThan(0.75 * tests.length)
  const kept = [
    'test/faults/lost-responses',
    'test/faults/rate-limit-tokens',
    'test/faults/rate-limit',
    'test/admin/requests/rate-limit',
    'test/operator/upkeep/verify-variants',
    'test/data/inventory-races',
    'test/docs/plain-english',
  ]
  const names = tests.map((path) => path.replace('.test.ts', ''))
  expect(kept.filter((path) => !names.includes(path))).toEqual([])
  expect(kept.filter((path) => isWide(`${path}.test.ts`))).toEqual([])
})
