import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROBLEMS } from '../../lib/api/http/problems/all-problems.ts'

test('docs/problems.md lists every problem code with its status, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/problems.md'), 'utf8')
  const rows = [...page.matchAll(/^\| <a id="(\w+)"><\/a>`(\w+)` \| (\d{3}) \|/gm)].map(
    ([, anchor, code, status]) => [anchor, code, Number(status)],
  )
  expect(rows.sort()).toEqual(
    Object.entries(PROBLEMS)
      .map(([code, [status]]) => [code, code, status])
      .sort(),
  )
})
