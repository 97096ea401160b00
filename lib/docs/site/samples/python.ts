import { exampleBody, type Placed } from '../reference/description.ts'
import { isText, pathNames, sampleQuery } from './call.ts'
import { PYTHON_SYNTAX, writeValue } from './value.ts'

/** The request with httpx; `api` is a client with the base URL and the key. */
export function pythonSample(placed: Placed): string {
  const { method, operation } = placed
  const parts = [pathOf(placed), ...argumentsOf(placed)]
  const inner = parts.length === 1 ? parts[0] : `\n${parts.map((part) => `    ${part},\n`).join('')}`
  return [
    `response = api.${method}(${inner})`,
    'response.raise_for_status()',
    ...(operation.responses[204] ? [] : [`print(response.${isText(operation) ? 'text' : 'json()'})`]),
  ].join('\n')
}

function pathOf(placed: Placed): string {
  const names = pathNames(placed)
  const path = names.reduce(
    (text, { parameter, python }) => text.replace(`{${parameter}}`, `{${python}}`),
    placed.path,
  )
  return `${names.length > 0 ? 'f' : ''}"${path}"`
}

function argumentsOf(placed: Placed): string[] {
  const query = sampleQuery(placed)
  const body = exampleBody(placed.operation)
  const headers = [
    ...(placed.parameters.some(({ name }) => name === 'Idempotency-Key')
      ? ['"Idempotency-Key": str(uuid4())']
      : []),
    ...(body && body.type !== 'application/json' ? [`"Content-Type": "${body.type}"`] : []),
  ]
  return [
    ...(Object.keys(query).length > 0 ? [`params=${writeValue(query, PYTHON_SYNTAX, '    ')}`] : []),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(body
      ? [
          `${typeof body.value === 'string' ? 'content' : 'json'}=${writeValue(body.value, PYTHON_SYNTAX, '    ')}`,
        ]
      : []),
  ]
}
