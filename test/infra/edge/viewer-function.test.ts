import { expect, inject, test } from 'vitest'
import { PROBLEMS } from '../../../lib/api/http/problems/all-problems.ts'
import { DEPLOYED_ENDPOINT, edgeIn, textIn, viewerFunctionIn } from '../../support/edge-template.ts'
import { EVERYTHING, templateOf } from '../../support/settings.ts'

const plain = templateOf({ edge: {} }, inject('assemblyDir'))
const everything = templateOf(EVERYTHING, inject('assemblyDir'))

const eventWith = (headers: Record<string, { value: string }>, method = 'GET') => ({
  context: { requestId: 'E1example==' },
  request: { method, uri: '/api/v1/products', headers },
})

test.each(['GET', 'HEAD', 'OPTIONS'])('%s without a key passes as it is', (method) => {
  const event = eventWith({ 'x-public-business-slug': { value: 'demo' }, cookie: { value: 'a=b' } }, method)
  const before = structuredClone(event)
  expect(viewerFunctionIn(plain)(event)).toBe(event.request)
  expect(event).toEqual(before)
})

test.each(['Bearer sfk_x', 'Basic eDp5', ''])('Authorization: %s is refused, with a reason', (value) => {
  const refused = viewerFunctionIn(plain)(eventWith({ authorization: { value } }))
  expect(refused).toMatchObject({
    statusCode: 403,
    headers: {
      'access-control-allow-origin': { value: '*' },
      'cache-control': { value: 'no-store' },
      'content-type': { value: 'application/problem+json' },
    },
    body: { encoding: 'text' },
  })
  const [status, title] = PROBLEMS.key_at_the_edge
  expect(JSON.parse('body' in refused ? refused.body.data : '')).toEqual({
    type: '/api/v1/docs/problems#key_at_the_edge',
    title,
    status,
    detail: `This address serves reads without an API key. Remove the Authorization header, or send the request to ${DEPLOYED_ENDPOINT}/api/v1.`,
    code: 'key_at_the_edge',
    request_id: 'E1example==',
  })
})

test('the console is at the address that takes keys', () => {
  const event = eventWith({})
  event.request.uri = '/api/v1/docs/console'
  expect(viewerFunctionIn(plain)(event)).toEqual({
    statusCode: 302,
    statusDescription: 'Found',
    headers: {
      'cache-control': { value: 'no-store' },
      location: { value: `${DEPLOYED_ENDPOINT}/api/v1/docs/console` },
    },
  })
  event.request.uri = '/api/v1/docs/console-0123ABCD.js'
  expect(viewerFunctionIn(plain)(event)).toBe(event.request)
})

test('it names the domain name and the page of the settings', () => {
  const refused = viewerFunctionIn(everything)(eventWith({ authorization: { value: 'x' } }))
  expect(JSON.parse('body' in refused ? refused.body.data : '')).toMatchObject({
    type: 'https://docs.example.com/problems#key_at_the_edge',
    detail: expect.stringContaining(' https://api.example.com/api/v1.'),
  })
})

// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
test('it is a script that the runtime takes: small, without an import and a promise', () => {
  const code = textIn(edgeIn(plain).viewerFunction.FunctionCode)
  expect(code.length).toBeLessThan(10_240)
  expect(code).not.toMatch(/\b(import|require|export|async|await|class|\?\.|\?\?)\b/)
})
