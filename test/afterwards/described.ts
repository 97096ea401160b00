import { PROBLEMS } from '../../lib/api/http/problems/all-problems.ts'
import { ROUTES } from '../../lib/api/routes.ts'
import { describeStrictly, problemsOf } from '../../lib/docs/description/describe.ts'
import type { JsonSchema, Operation } from '../../lib/docs/description/openapi.ts'
import { OPERATIONS } from '../../lib/docs/description/parts.ts'

const { paths, components } = describeStrictly()

/** Every operation of the description with its route: `POST /admin/products`. */
export const operations: [route: string, operation: Operation][] = Object.entries(paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation as Operation,
    ]),
)

/** Every problem that an operation can return, as the record `seen` has it: `createProduct 409 sku_taken`. */
export const problemsOfOperations: string[] = ROUTES.flatMap((route) =>
  problemsOf(route).map((code) => `${OPERATIONS[route.function].operationId} ${PROBLEMS[code][0]} ${code}`),
)

/** The places of all members of an operation's JSON body, that of the first item for all of a list: `/variants/0/price`. */
export function placesOf({ requestBody }: Operation): string[] {
  const { schema } = requestBody?.content['application/json'] ?? {}
  return schema ? [...new Set(membersOf(schema, ''))] : []
}

/** The schema that a reference names. Throws if there is none. */
export function schemaNamed($ref: string): JsonSchema {
  const schema = components.schemas[$ref.split('/').at(-1) ?? '']
  if (!schema) throw new Error(`there is no ${$ref}`)
  return schema
}

function membersOf(schema: JsonSchema, place: string): string[] {
  const { $ref, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      `${place}/${name}`,
      ...membersOf(member, `${place}/${name}`),
    ]),
    ...(items ? membersOf(items, `${place}/0`) : []),
    ...[...($ref === undefined ? [] : [schemaNamed($ref)]), ...anyOf, ...oneOf, ...allOf].flatMap((part) =>
      membersOf(part, place),
    ),
  ]
}
