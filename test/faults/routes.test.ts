import { expect, test } from 'vitest'
import { ROUTES } from '../../lib/api/routes.ts'
import { SCENARIOS } from './scenarios.ts'

test('every route that writes is tried under faults', () => {
  const writes = ROUTES.filter(({ method }) => String(method) !== 'GET')
  const tried = new Set(
    Object.values(SCENARIOS)
      .flat()
      .map(({ route }) => route),
  )
  expect([...tried].sort()).toEqual(writes.map(({ method, path }) => `${method} ${path}`).sort())
})
