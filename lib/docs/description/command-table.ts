import type { JsonSchema, Method, OpenApi, Operation, Parameter, Reference, RequestBody } from './openapi.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const satisfies Method[]

/**
 * The source of the table from which the merchants' command makes a command for each operation: method, path, parameters,
 * the fields of the body with their types, and the first sentence of each description. A row on each line.
 */
export function commandTable(api: OpenApi): string {
  // Programs speak to that one, in a protocol of its own.
  const paths = Object.entries(api.paths).filter(([path]) => path !== '/mcp')
  const rows = paths.flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const { [method]: operation } = item
      return operation ? [rowOf(api, path, method, operation)] : []
    }),
  )
  const groups = api.tags.map(({ name, description }): [string, string] => [name, firstSentence(description)])
  return `/** Made by \`npm run describe\` from openapi.json. */
import type { ApiOperation } from './operation.ts'

export const TAGS: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(groups))}

export const OPERATIONS: readonly ApiOperation[] = [
${rows.map((row) => `  ${JSON.stringify(row)},`).join('\n')}
]
`
}

function rowOf(api: OpenApi, path: string, method: (typeof METHODS)[number], operation: Operation) {
  const { tags, summary, description, parameters = [], requestBody, responses } = operation
  const all = parameters.map((one) => parameterOf(api, one))
  const limit = all.find(({ name }) => name === 'limit')?.schema.maximum
  const query = all.filter(
    ({ in: place, name }) => place === 'query' && name !== 'limit' && name !== 'cursor',
  )
  const answer = responses['200']
  const { schema = {} } = (answer && 'content' in answer && answer.content?.['application/json']) || {}
  return {
    method: method.toUpperCase(),
    path,
    tag: tags[0],
    summary: summary.charAt(0).toLowerCase() + summary.slice(1),
    text: firstSentence(description),
    isList: resolved(api, schema).properties?.has_more !== undefined || undefined,
    limit,
    // A GET with If-None-Match responds without a body, which nobody at a terminal wants.
    headers: all.flatMap((one) => (one.in === 'header' && method !== 'get' ? [one.name] : [])),
    query: query.map((one) => ({
      ...fieldOf(api, one.name, one.schema, one.description),
      isRequired: one.required,
    })),
    body: requestBody && bodyOf(api, requestBody),
    isBodyRequired: requestBody?.required || undefined,
  }
}

/** The fields of a body in JSON. */
function bodyOf(api: OpenApi, { content }: RequestBody) {
  const { properties = {}, required = [] } = resolved(api, content['application/json']?.schema ?? {})
  return Object.entries(properties).map(([name, schema]) => ({
    ...fieldOf(api, name, schema, schema.description),
    isRequired: required.includes(name) || undefined,
  }))
}

function fieldOf(api: OpenApi, name: string, schema: JsonSchema, description?: string) {
  const { types, isNullable, values } = typesOf(api, schema)
  const [type = 'json', ...others] = new Set(types)
  const text = firstSentence(description ?? resolved(api, schema).description ?? '')
  return {
    name,
    type: others.length === 0 ? type : 'json',
    isNullable: isNullable || undefined,
    values,
    text,
  }
}

/** The types that a value can have: `text` is one that is written as it is, the others are JSON. */
function typesOf(
  api: OpenApi,
  schema: JsonSchema,
): { types: string[]; isNullable: boolean; values?: string[] } {
  const {
    type,
    anyOf = [],
    oneOf = [],
    const: only,
    enum: words = only === undefined ? [] : [only],
  } = resolved(api, schema)
  const parts = [...anyOf, ...oneOf].map((part) => typesOf(api, part))
  const own = [type ?? (words.length > 0 ? 'string' : [])].flat()
  const values = words.filter((word) => typeof word === 'string')
  const [inner] = parts.flatMap((part) => (part.values ? [part.values] : []))
  return {
    types: [...own, ...parts.flatMap(({ types }) => types)]
      .filter((one) => one !== 'null')
      .map((one) => (one === 'string' ? 'text' : one)),
    isNullable: own.includes('null') || parts.some((part) => part.isNullable),
    ...(values.length > 0 ? { values } : inner && { values: inner }),
  }
}

function resolved(api: OpenApi, schema: JsonSchema): JsonSchema {
  const { [schema.$ref?.split('/').at(-1) ?? '']: found } = api.components.schemas
  return found ? { ...found, ...schema } : schema
}

function parameterOf(api: OpenApi, parameter: Parameter | Reference): Parameter {
  if (!('$ref' in parameter)) return parameter
  const { [parameter.$ref.split('/').at(-1) ?? '']: found } = api.components.parameters
  if (!found) throw new Error(`there is no parameter ${parameter.$ref}`)
  return found
}

/** Without the marks of Markdown. */
function firstSentence(text: string): string {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\s+/g, ' ')
  return /^.*?[.](?=\s+[A-Z`]|$)/.exec(plain)?.[0] ?? plain
}
