import { expect, test } from 'vitest'
import { breakingChanges } from '../../../../lib/docs/description/changes/breaking-changes.ts'
import { explain, VERSIONING_RULES } from '../../../../lib/docs/description/changes/rules.ts'
import type { OpenApi, SecurityRequirement } from '../../../../lib/docs/description/openapi.ts'
import { ANSWERS } from './answer-cases.ts'
import { CASES, type Edit, successOf } from './cases.ts'
import { exampleDescription } from './example.ts'
import { REQUESTS } from './request-cases.ts'

const edited = (edit: Edit): OpenApi => {
  const description = exampleDescription()
  edit(description)
  return description
}

test.each(CASES)('%s: %s', (rule, breaking, harmless) => {
  const rules = breakingChanges(exampleDescription(), edited(breaking)).map((change) => change.rule)
  expect(new Set(rules)).toEqual(new Set([rule]))
  expect(breakingChanges(exampleDescription(), edited(harmless))).toEqual([])
})

test('every rule is tried', () => {
  const tried = [...CASES, ...REQUESTS, ...ANSWERS].map(([rule]) => rule)
  expect(new Set(tried)).toEqual(new Set(Object.keys(VERSIONING_RULES)))
})

test('the place of a change can be read, and a change that many places share is reported once', () => {
  const changes = breakingChanges(
    exampleDescription(),
    edited((d) => delete d.components.schemas.Product?.properties?.note),
  )
  expect(changes).toEqual([
    {
      rule: 'answer-member-removed',
      where: 'POST /products 201 body.note',
      what: 'it is gone',
      alsoAt: expect.arrayContaining([
        'GET /products 200 body.data[].note',
        'webhook product.created body.data.note',
      ]),
    },
  ])
  expect(changes.map(explain)).toEqual([
    `POST /products 201 body.note (and ${changes[0]?.alsoAt.length} more, such as ${changes[0]?.alsoAt[0]}): it is gone. A member of an answer stays. [answer-member-removed]`,
  ])
})

test('an operation without requirements still has none', () => {
  const demanding = (security: SecurityRequirement[]) => edited((d) => (d.security = security))
  const rules = breakingChanges(demanding([]), demanding([{ key: [] }])).map(({ rule }) => rule)
  expect(new Set(rules)).toEqual(new Set(['security-tightened']))
})

test('a description that refers to nothing is an error, not a description without changes', () => {
  const broken = edited((d) => delete d.components.parameters.Limit)
  expect(() => breakingChanges(exampleDescription(), broken)).toThrow('Limit leads nowhere')
})

test('a schema is the same inline and by reference', () => {
  const inline = edited((d) => {
    const { Product } = d.components.schemas
    Object.assign(successOf(d).content ?? {}, { 'application/json': { schema: structuredClone(Product) } })
  })
  expect(breakingChanges(exampleDescription(), inline)).toEqual([])
  expect(breakingChanges(inline, exampleDescription())).toEqual([])
})
