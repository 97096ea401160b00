import { expect, test } from 'vitest'
import { createRouter } from '../../../lib/local/gateway/routes.ts'
import type { Invoked } from '../../../lib/local/template/api-definition.ts'

const anyFunction: Invoked = {
  logicalId: 'F',
  name: 'f',
  arn: 'arn',
  codeDir: '/',
  handler: 'index.handler',
  timeoutMs: 1000,
  memoryMb: 128,
  environment: {},
  isAllowed: true,
}

function routerOf(...routeKeys: string[]) {
  const route = createRouter(
    routeKeys.map((routeKey) => ({
      routeKey,
      function: anyFunction,
      integrationTimeoutMs: 1,
      authorizer: undefined,
      throttle: undefined,
    })),
  )
  return (method: string, path: string) => {
    const match = route(method, path)
    return match && [match.route.routeKey, match.pathParameters]
  }
}

test("the documentation's example is routed as it says", () => {
  const route = routerOf(
    '$default',
    'ANY /{proxy+}',
    'GET /pets/{proxy+}',
    'GET /pets/dog/{id}',
    'GET /pets/dog/1',
  )
  expect(route('GET', '/pets/dog/1')).toEqual(['GET /pets/dog/1', undefined])
  expect(route('GET', '/pets/dog/2')).toEqual(['GET /pets/dog/{id}', { id: '2' }])
  expect(route('GET', '/pets/cat/1')).toEqual(['GET /pets/{proxy+}', { proxy: 'cat/1' }])
  expect(route('POST', '/test/5')).toEqual(['ANY /{proxy+}', { proxy: 'test/5' }])
  expect(route('GET', '/')).toEqual(['$default', undefined])
})

test('a method of its own comes before ANY, and HEAD is not GET', () => {
  const route = routerOf('ANY /pets', 'GET /pets', 'GET /cats')
  expect(route('GET', '/pets')).toEqual(['GET /pets', undefined])
  expect(route('DELETE', '/pets')).toEqual(['ANY /pets', undefined])
  expect(route('HEAD', '/cats')).toBeUndefined()
})

test('a variable never matches an empty segment, and a trailing slash is another path', () => {
  const route = routerOf('GET /pets/{id}', 'GET /pets')
  expect(route('GET', '/pets/')).toBeUndefined()
  expect(route('GET', '/pets/1/')).toBeUndefined()
  expect(route('GET', '//pets')).toBeUndefined()
})

test('a greedy variable takes all that follows, with empty segments and a slash at its end, and at least one character', () => {
  const route = routerOf('GET /shop/{page+}', '$default')
  const page = (rest: string) => route('GET', `/shop${rest}`)
  expect(page('/acme')).toEqual(['GET /shop/{page+}', { page: 'acme' }])
  expect(page('/acme/')).toEqual(['GET /shop/{page+}', { page: 'acme/' }])
  expect(page('//acme')).toEqual(['GET /shop/{page+}', { page: '/acme' }])
  expect(page('/acme%2Fp/x')).toEqual(['GET /shop/{page+}', { page: 'acme/p/x' }])
  for (const rest of ['', '/']) expect(page(rest)).toEqual(['$default', undefined])
  expect(route('POST', '/shop/acme')).toEqual(['$default', undefined])
})

test('variables are decoded after the path is split, and cut at a decoded question mark', () => {
  const route = routerOf('GET /pets/{id}/toys/{toy}')
  expect(route('GET', '/pets/a%2Fb/toys/%C3%A4%20%3Fx')).toEqual([
    'GET /pets/{id}/toys/{toy}',
    { id: 'a/b', toy: 'ä ' },
  ])
  expect(() => route('GET', '/pets/%E0%A4%A/toys/1')).toThrow(URIError)
})
