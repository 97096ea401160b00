import { accessOf, exampleBody, type Placed } from '../reference/description.ts'
import { pathNames, sampleQuery } from './call.ts'
import { JSON_SYNTAX, writeValue } from './value.ts'

/** The request as a command of curl; `BASE`, `BUSINESS`, `KEY` and the names in the path are variables of the shell. */
export function curlSample(placed: Placed): string {
  const { method, operation, parameters } = placed
  const body = exampleBody(operation)
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key')
  const verb = method.toUpperCase()
  return [
    `curl${verb === 'GET' ? '' : ` -X ${verb}`} "$BASE${pathOf(placed)}"`,
    ...(accessOf(operation).needs === 'key' ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(isKeyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body ? [`-H 'Content-Type: ${body.type}'`, `-d ${quoted(textOf(body.value))}`] : []),
  ].join(' \\\n  ')
}

function pathOf(placed: Placed): string {
  const query = [
    ...(accessOf(placed.operation).needs === 'business' ? ['business=$BUSINESS'] : []),
    ...Object.entries(sampleQuery(placed)).map(([name, value]) => `${name}=${value}`),
  ]
  const path = pathNames(placed).reduce(
    (text, { parameter, shell }) => text.replace(`{${parameter}}`, `$${shell}`),
    placed.path,
  )
  return `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** A body as it is sent: a file is a text. */
const textOf = (body: unknown) => (typeof body === 'string' ? body : writeValue(body, JSON_SYNTAX, '  '))

/** As one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
