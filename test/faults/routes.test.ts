import { expect, test } from 'vitest'
import { ROUTES } from '../../lib/api/routes.ts'
import { SCENARIOS } from './scenarios.ts'

test('every route that writes is tried under faults', () => {
  // A tool for agents writes by sending another of these.
  const writes = ROUTES.filter(({ method, path }) => String(method) !== 'GET' && path !== '/mcp')
  const tried = new Set(
    Object.values(SCENARIOS)
      .flat()
      .map(({ route }) => route),
  )
  expect([...tried].sort()).toEqual(writes.map(({ method, path }) => `${method} ${path}`).sort())
})
