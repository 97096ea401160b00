/** Each way to write is a function of its own, and has to ask the rules of each member that it takes. */
import { expect, test } from 'vitest'
import type { JsonSchema } from '../../../lib/docs/description/openapi.ts'
import { operations, placesOf, schemaNamed } from '../../afterwards/described.ts'
import { makeShop, SKU, WRITES } from '../write-paths.ts'

const shop = await makeShop()

/** No text, no list and no object, no whole number and none of two decimals: wrong wherever it stands. */
const WRONG = 7.501

const NOTHING = {}

/** A value with what is wrong so many levels below it, or above if there are no more; `keep` are members as they are. */
function wrongValue(schema: JsonSchema, depth: number, keep: Record<string, unknown>): unknown {
  const { $ref, const: constant, properties, items, anyOf: [first] = [] } = schema
  if ($ref !== undefined) return wrongValue(schemaNamed($ref), depth, keep)
  if (constant !== undefined && (depth > 0 || keep !== NOTHING)) return constant
  if (first) return wrongValue(first, depth, keep)
  if (depth === 0) return WRONG
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [
        name,
        name in keep ? keep[name] : wrongValue(member, depth - 1, keep),
      ]),
    )
  if (!items) return WRONG
  const { oneOf = [items] } = items.$ref === undefined ? items : schemaNamed(items.$ref)
  const made = oneOf.map((kind) => wrongValue(kind, depth, keep))
  return made.every((one) => one === WRONG) ? WRONG : made
}

/** The values that are right in further tries: a price is that of the variants, if there are some, and a patch has to name a variant. */
const KEPT: Record<string, unknown>[] = [
  NOTHING,
  { variants: undefined, options: undefined },
  { options: undefined, id: undefined, sku: SKU, option_values: undefined },
]

test.each(WRITES)('$method $path names each member that is wrong, by its place', async (write) => {
  const [, operation] = operations.find(([route]) => route === `${write.method} ${write.path}`) ?? []
  const schema = operation?.requestBody?.content['application/json']?.schema
  if (!operation || !schema) throw new Error('not described')
  const missing = new Set(placesOf(operation))
  for (const keep of KEPT)
    for (const depth of [1, 2, 3, 4, 5]) {
      if (missing.size === 0) break
      const sent = wrongValue(schema, depth, keep) as object
      // A plan is sent alone: with it nothing else is read.
      const others = 'plan' in sent ? [{ ...sent, plan: undefined, summary: undefined }] : []
      for (const one of [sent, ...others]) {
        const { body } = await shop.ask(write.method, shop.pathOf(write), one)
        const results = (body.data ?? []) as unknown as { problem?: { errors?: { pointer: string }[] } }[]
        for (const { errors = [] } of [body, ...results.map(({ problem }) => problem ?? {})])
          for (const { pointer } of errors) missing.delete(pointer.replace(/\/\d+(?=\/|$)/g, '/0'))
      }
    }
  expect([...missing]).toEqual([])
})
