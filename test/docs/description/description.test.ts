import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { PROBLEMS } from '../../../lib/api/http/problems/all-problems.ts'
import { ROUTES } from '../../../lib/api/routes.ts'
import { describeApi } from '../../../lib/docs/description/describe.ts'
import type { MediaType, Operation, Parameter } from '../../../lib/docs/description/openapi.ts'
import { makeMerchant } from '../../admin/merchant.ts'
import { send } from '../../support/send.ts'

const file = fileURLToPath(new URL('../../../openapi.json', import.meta.url))
const description = describeApi()
const merchant = await makeMerchant()
const operations = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...(operation as Operation) })),
)

test('openapi.json is what the code says; `npm run describe` writes it again', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(description)))
})

/** The router prefers `by-external-id`, and `variants` and `schedule` are reserved as external ids: no URL has two meanings. */
const RESOLVED = [
  'no-ambiguous-paths #/paths/~1admin~1products~1{id}~1variants Paths should resolve unambiguously. Found two ambiguous paths: `/admin/products/by-external-id/{external_id}` and `/admin/products/{id}/variants`.',
  'no-ambiguous-paths #/paths/~1admin~1products~1{id}~1schedule Paths should resolve unambiguously. Found two ambiguous paths: `/admin/products/by-external-id/{external_id}` and `/admin/products/{id}/schedule`.',
]

test('the rules that Redocly recommends find nothing but what is resolved', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: file, config })
  expect(
    problems.map(({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer} ${message}`),
  ).toEqual(RESOLVED)
})

test('it describes every route, and no other', () => {
  expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
    ROUTES.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test('no two operations share an id', () => {
  const ids = [...operations, ...Object.values(description.webhooks).map(({ post }) => post)].map(
    (operation) => operation?.operationId,
  )
  expect(new Set(ids).size).toBe(ids.length)
})

/** The parameters that an endpoint itself names in the problem of an unknown parameter. */
async function knownParameters(method: string, path: string): Promise<string[]> {
  const answer = await merchant.ask(method, `${path.replaceAll(/\{\w+\}/g, 'x')}?zzz=1`)
  const [, known = ''] = /this endpoint accepts ([\w, ]+)/.exec(String(answer.body.errors[0]?.detail)) ?? []
  return known === 'none' ? [] : known.split(', ')
}

test.each(ROUTES)('$method $path has the query parameters that its endpoint knows', async (route) => {
  const operation = operations.find(
    ({ path, method }) => path === route.path && method === route.method.toLowerCase(),
  )
  const described = (operation?.parameters ?? []).filter(
    (parameter): parameter is Parameter => 'in' in parameter && parameter.in === 'query',
  )
  // `business` is described as a way to say who calls.
  const known = (await knownParameters(route.method, route.path)).filter((name) => name !== 'business')
  expect(described.map(({ name }) => name).sort()).toEqual(known.sort())
})

test('every problem of the table belongs to an operation, except those of no operation', () => {
  const text = JSON.stringify(description.paths) + JSON.stringify(description.components.responses)
  const unused = Object.keys(PROBLEMS).filter((code) => !text.includes(`\`${code}\``))
  expect(unused).toEqual(['key_at_the_edge', 'route_not_found', 'method_not_allowed'])
})

test('every example is valid', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'description', ...description })
  const bodies = [
    ...operations,
    ...Object.values(description.webhooks).flatMap(({ post }) => post ?? []),
  ].flatMap(({ operationId, requestBody, responses }) => {
    const answers = Object.values(responses).flatMap((response) =>
      'content' in response ? [response.content] : [],
    )
    return [requestBody?.content, ...answers].flatMap((content) =>
      Object.values(content ?? {}).map((media: MediaType) => ({ operationId, media })),
    )
  })
  const faults = bodies.flatMap(({ operationId, media }) => {
    const schema = JSON.parse(JSON.stringify(media.schema).replaceAll('"#/', '"description#/'))
    return Object.values(media.examples ?? {}).map((example) => {
      const isValid = ajv.validate(schema, 'value' in example ? example.value : undefined)
      return isValid ? '' : `${operationId}: ${ajv.errorsText()}`
    })
  })
  expect(faults.length).toBeGreaterThan(50)
  expect(faults.filter(Boolean)).toEqual([])
})

test('it is served, for nobody in particular, and again only if it changed', async () => {
  const { status, headers, body } = await send('/openapi.json')
  expect(status).toBe(200)
  expect(JSON.parse(body.toString())).toEqual(JSON.parse(JSON.stringify(description)))
  const again = await send('/openapi.json', { 'if-none-match': String(headers.etag) })
  expect(again.status).toBe(304)
  expect((await send('/openapi.json?what=1')).status).toBe(400)
})
