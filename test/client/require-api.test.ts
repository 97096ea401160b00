import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requireApi } from '../../clients/typescript/src/command/require-api.ts'

const responseOf = (type: string, body: string | null = '{}', status = 200) =>
  new Response(body, { status, headers: type === '' ? {} : { 'content-type': type } })

/** The media types of all responses without an error. */
function describedTypes(): string[] {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'))
  const operations = Object.values<Record<string, { responses?: object }>>(paths).flatMap(Object.values)
  const responses = operations.flatMap(({ responses = {} }) =>
    Object.entries<{ content?: object }>(responses),
  )
  return responses.flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.keys(content) : [],
  )
}

test('every response that the description has is one of the API', async () => {
  const types = new Set(describedTypes())
  expect(types.size).toBeGreaterThan(5)
  for (const type of types) await requireApi(responseOf(`${type}; charset=utf-8`))
  await requireApi(new Response(null, { status: 204 }), 'DELETE')
})

test.each([400, 404, 503])('the error %i is left to who explains it', async (status) => {
  await requireApi(responseOf('text/html', '<h1>', status))
})

test('the body can still be read', async () => {
  const response = responseOf('application/json', '{"id":"a"}')
  await requireApi(response)
  expect(await response.json()).toEqual({ id: 'a' })
})

test.each([
  ['text/html; charset=utf-8', '<!doctype html>'],
  ['application/xhtml+xml', '<html/>'],
  ['text/plain', 'ok'],
  ['', '{}'],
  ['application/json', ''],
  ['application/json', 'null'],
  ['application/json', '[1]'],
  ['application/json', '"hi"'],
  ['application/json', '{"data":['],
])('a 200 with %j and the body %j is not', async (type, body) => {
  await expect(requireApi(responseOf(type, body))).rejects.toThrow(
    /^the response is not from the API: status 200, .*; is the base URL right\?$/,
  )
})

test.each(['GET', 'POST', 'PATCH'])('nor is a 204 to a %s', async (method) => {
  await expect(requireApi(new Response(null, { status: 204 }), method)).rejects.toThrow('status 204, no type')
})
