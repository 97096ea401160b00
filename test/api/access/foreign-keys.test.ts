import { afterAll, describe, expect, inject, test } from 'vitest'
import { SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import { type Attempt, attemptsOn } from '../../prove/foreign-names.ts'
import { makeMarked } from '../../prove/marked-merchant.ts'
import { makeMerchant } from '../../prove/merchant.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { guardedRoutes } from '../../support/handlers.ts'
import { catchLog } from '../../support/log.ts'
import { proxyTable } from '../../support/table-proxy.ts'
import { inTurn } from '../../support/turns.ts'

catchLog()

const table = await proxyTable()
const ours = await makeMerchant(inject('baseUrl'), ['tea', 'pots'])
const theirs = await makeMarked(inject('baseUrl'))
const { body: key } = await ours.call('GET', '/admin/api-keys/current')
const names = Object.values(theirs.names).map(([name]) => name)
/** Without the one that has no right on the table. */
const routes = (await guardedRoutes()).filter(({ path }) => path !== '/mcp')
afterAll(() => table.close())

/** The keys that calls to the table begin a partition with, of items and of Queries. */
const THEIR_KEY = new RegExp(`"(pk|:p|:pk|:business)":\\{"S":"(BIZ#${theirs.business.id}|(SHOP|TOKEN)#)`)

const PUBLIC = { business_id: ours.business.id, identified_by: 'public' }
const KEY = {
  business_id: ours.business.id,
  identified_by: 'api_key',
  key_id: String(key.id),
  scopes: SCOPES.join(' '),
  rate_limit: '1000/10000',
}

/** The variables of a route in a path that was filled in. */
function variablesIn(route: string, path: string): Record<string, string> {
  const values = path.split('/')
  return Object.fromEntries(
    route
      .split('/')
      .flatMap((part, n) =>
        part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(values[n] ?? '')]] : [],
      ),
  )
}

describe.each(routes)('$method $path', ({ method, path: route, access, handler }) => {
  async function attempt({ path, headers, body }: Attempt, name: string) {
    const [rawPath = '', query = ''] = path(name).split('?')
    const verdict = access === 'public' ? PUBLIC : KEY
    const sent = { 'content-type': 'application/json', ...headers?.(name) }
    const event = apiEvent({
      method,
      route,
      path: variablesIn(route, rawPath),
      query,
      headers: sent,
      verdict,
    })
    return handler({ ...event, ...(body && { body: JSON.stringify(body(name)) }) }, lambdaContext())
  }

  test('asks the table for nothing of theirs, whatever of theirs is named where', async () => {
    table.forget()
    for (const attempts of attemptsOn({ method, path: route, access, function: '', table: {} }))
      for (const [n, one] of attempts.entries()) {
        const isVariable = one.place.startsWith('the variable')
        // The function that answers GET answers HEAD, too.
        if (one.method === 'HEAD' && !isVariable) continue
        // A quarter of the names where something is looked up by one; elsewhere one after the other.
        const tried = isVariable ? inTurn(names) : [names[n % names.length] ?? '']
        for (const name of tried) expect((await attempt(one, name)).statusCode, one.place).toBeLessThan(500)
      }
    expect(table.bodies.filter((body) => THEIR_KEY.test(body))).toEqual([])
    expect(table.bodies.length).toBeGreaterThan(0)
  })
})

test('their own calls would have been noticed', async () => {
  table.forget()
  await theirs.everything()
  expect(table.bodies.filter((body) => THEIR_KEY.test(body)).length).toBeGreaterThan(0)
})
