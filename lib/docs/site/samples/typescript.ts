import { exampleBody, type Placed } from '../reference/description.ts'
import { isText, pathNames, sampleQuery } from './call.ts'
import { TYPESCRIPT_SYNTAX, writeValue } from './value.ts'

/** The request with the client in `clients/typescript`, of which `storefront` is one. */
export function typescriptSample(placed: Placed): string {
  const { method, path, operation } = placed
  const query = sampleQuery(placed)
  const names = pathNames(placed)
  if ('limit' in query && names.length === 0 && !isText(operation))
    return `for await (const item of storefront.each('${path}', ${writeValue(query, TYPESCRIPT_SYNTAX)})) {\n  console.log(item)\n}`
  const parts = [...paramsOf(placed), ...bodyOf(placed), ...textOf(placed)]
  const rest = parts.length === 0 ? '' : `, {\n${parts.map((part) => `    ${part},\n`).join('')}  }`
  const call = `storefront.${method.toUpperCase()}('${path}'${rest})`
  const unwrapped = parts.length === 0 ? `await unwrap(${call})` : `await unwrap(\n  ${call},\n)`
  return operation.responses[204] ? unwrapped : `const result = ${unwrapped}\nconsole.log(result)`
}

function paramsOf(placed: Placed): string[] {
  const query = sampleQuery(placed)
  const names = pathNames(placed).map(({ parameter, typescript }) =>
    parameter === typescript ? parameter : `${parameter}: ${typescript}`,
  )
  const members = [
    ...(names.length > 0 ? [`path: { ${names.join(', ')} }`] : []),
    ...(Object.keys(query).length > 0 ? [`query: ${writeValue(query, TYPESCRIPT_SYNTAX)}`] : []),
  ]
  return members.length > 0 ? [`params: { ${members.join(', ')} }`] : []
}

/** The client sends JSON by default, a file as it is, and makes the key of a POST. */
function bodyOf({ operation }: Placed): string[] {
  const body = exampleBody(operation)
  if (!body) return []
  return [
    ...(body.type === 'application/json' ? [] : [`headers: { 'Content-Type': '${body.type}' }`]),
    `body: ${writeValue(body.value, TYPESCRIPT_SYNTAX, '    ')}`,
    ...(typeof body.value === 'string' ? ['bodySerializer: (file) => file'] : []),
  ]
}

/** The client reads a response as JSON by default. */
const textOf = ({ operation }: Placed): string[] => (isText(operation) ? [`parseAs: 'text'`] : [])
