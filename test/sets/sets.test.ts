import { expect, test } from 'vitest'
import { filesOfSet, setOf } from './sets.ts'

const [FAST, WIDE, JUDGE] = [
  'test/api/http/a.test.ts',
  'test/operator/smoke/b.test.ts',
  'test/afterwards/c.test.ts',
]
const NONE = { stack: false, modules: false, process: false }
const ALL = new Map([FAST, WIDE, JUDGE].map((path) => [path, NONE]))

test.each([
  ['fast', [FAST, JUDGE]],
  ['wide', [JUDGE, WIDE]],
  ['all', [FAST, JUDGE, WIDE]],
  ['named', [FAST, JUDGE, WIDE]],
] as const)('the set %s', (set, expected) => {
  expect([...filesOfSet(set, ALL)].sort()).toEqual([...expected].sort())
})

test.each([
  [[], undefined, 'all'],
  [[], 'fast', 'fast'],
  [['--reporter=json', '-t', 'http', '--project', 'smoke'], 'fast', 'fast'],
  [['test/operator/smoke'], 'fast', 'named'],
  [['./test/operator/smoke/b.test.ts:12'], 'fast', 'named'],
  [['--reporter=json', 'smoke'], 'wide', 'named'],
  [['--no-file-parallelism', 'test/operator/smoke'], 'fast', 'named'],
  [['--bail', '1', 'Test/Operator/Smoke'], 'fast', 'named'],
  [['test/nowhere'], 'fast', 'fast'],
] as const)('of %j with the chosen set %j is run: %s', (args, chosen, expected) => {
  expect(setOf(args, ALL.keys(), chosen)).toBe(expected)
})

test('a set that there is not is one line', () => {
  expect(() => setOf([], ALL.keys(), 'most')).toThrow(
    /^STOREFRONT_TESTS must be one of fast, wide, all, eighth, named, not "most"\.$/,
  )
})
