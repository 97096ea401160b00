import { expect, test } from 'vitest'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { idempotency } from '../../../lib/api/http/pipeline/idempotency.ts'
import { identify } from '../../../lib/api/http/pipeline/identify.ts'
import { fields } from '../../../lib/api/http/pipeline/judge-body.ts'
import { pipeline, type Step } from '../../../lib/api/http/pipeline/pipeline.ts'
import { rateLimit, restOfCost } from '../../../lib/api/http/pipeline/rate-limit.ts'
import { preconditions } from '../../../lib/api/http/pipeline/read-request.ts'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'

const one: Step<object, { one: number }> = { before: () => ({ one: 1 }) }
const two: Step<{ one: number }, { two: number }> = { before: ({ event }) => ({ two: event.call.one + 1 }) }

/** Runs a pipeline whose response has the call in its body. */
const shown = async (run: ReturnType<ReturnType<typeof pipeline>['handler']>) => {
  const event = { ...apiEvent({ route: '/admin/products' }), call: { headers: {} } }
  const { body = '' } = await run(event, lambdaContext())
  return JSON.parse(body)
}

test('a step gets the parts of the call that the steps before it have added', async () => {
  const run = pipeline()
    .use(one)
    .use(two)
    .handler(async ({ call }) => ({ statusCode: 200, headers: {}, body: JSON.stringify(call) }))
  expect(await shown(run)).toEqual({ headers: {}, one: 1, two: 2 })
})

test('no step runs after one that returns a response', async () => {
  const answers: Step<object, { one: number }> = {
    before: (request) => {
      request.earlyResponse = { statusCode: 200, headers: {}, body: '"early"' }
      return { one: 1 }
    },
  }
  const fails: Step<object, object> = {
    before: () => {
      throw new Error('a step ran after the answer')
    },
  }
  const run = pipeline()
    .use(answers)
    .use(fails)
    .handler(async () => ({ statusCode: 200, headers: {}, body: '"late"' }))
  expect(await shown(run)).toBe('early')
})

test('a step that needs a part which no step before it has added does not compile', () => {
  const cost = restOfCost((_: undefined) => 1)
  pipeline().use(identify()).use(rateLimit()).use(fields(noBody)).use(cost)
  // @ts-expect-error: `two` needs `one`
  pipeline().use(two).use(one)
  // @ts-expect-error: the rate limit needs the caller
  pipeline().use(rateLimit()).use(identify())
  // @ts-expect-error: the fields of a body are judged for a caller
  pipeline().use(fields(noBody)).use(identify())
  // @ts-expect-error: the rest of the cost is paid from the bucket of the rate limit
  pipeline().use(identify()).use(fields(noBody)).use(cost)
  // @ts-expect-error: the cost depends on the body
  pipeline().use(identify()).use(rateLimit()).use(cost)
  // @ts-expect-error: the Idempotency-Key is among the preconditions
  pipeline().use(identify()).use(idempotency()).use(preconditions())
  const ofObject = restOfCost((body: JsonObject) => Object.keys(body).length)
  // @ts-expect-error: this cost is that of another kind of body
  pipeline().use(identify()).use(rateLimit()).use(fields(noBody)).use(ofObject)
  const added = pipeline().use(one)
  // @ts-expect-error: a handler reads no part that no step has added
  added.handler(async ({ call }) => ({ statusCode: call.two, headers: {} }))
})

test('a step that does not return the parts which it declares does not compile', () => {
  // @ts-expect-error: it says that it adds `one`
  const nothing: Step<object, { one: number }> = { before: () => ({}) }
  expect(nothing).toBeDefined()
})
