import { expect, test } from 'vitest'
import { categoriesLine, firstCategories } from '../../../lib/import/report/new-categories.ts'

const NAMED = new Map(['Tea', 'Tea > Green', 'Cups', 'Sale', 'Old'].map((path, n) => [`c${n}`, { path }]))

test.each([
  [[], false, '0 categories created'],
  [['c2'], false, '1 category created: "Cups"'],
  [['c3', 'c0'], true, '2 categories to create: "Tea", "Sale"'],
  [['c3', 'c2', 'c1', 'c0'], false, '4 categories created: "Tea", "Tea > Green", "Cups" and 1 more'],
])('of %j the first three are named, in the order of the file', (created, isDryRun, line) => {
  expect(categoriesLine(created.length, firstCategories(NAMED, created), isDryRun)).toBe(line)
})
