import type { MediaType, OpenApi, Operation, Parameter, Reference, Response } from '../description/openapi.ts'
import { type Html, html } from './html.ts'
import { renderBlock, renderInline } from './markdown.ts'
import { joined, membersTable, table, typeText } from './schema-text.ts'

/** An operation and where it is. */
export interface Placed {
  method: string
  path: string
  operation: Operation
}

/** The whole description of an operation. */
export function operationSection(description: OpenApi, { method, path, operation }: Placed): Html {
  const { operationId, summary, requestBody } = operation
  const parameters = (operation.parameters ?? []).map((one) => resolved<Parameter>(description, one))
  return html`<section id="${operationId}" class="operation" aria-labelledby="${operationId}-name">
<h3 id="${operationId}-name">${summary}</h3>
<p class="call"><strong>${method.toUpperCase()}</strong> <code>${path}</code></p>
${renderBlock(operation.description)}
<p>${access(operation)}</p>
${parameters.length > 0 && parametersTable(parameters, summary)}
${requestBody && bodyOf(requestBody.content, `${requestBody.description}${requestBody.required ? '' : ' Optional.'}`)}
<h4>Responses</h4>
${answersTable(description, operation)}
<h4>Example</h4>
<pre tabindex="0" aria-label="Request: ${summary}"><code>${curl({ method, path, operation }, parameters)}</code></pre>
${exampleOf(operation)}
</section>`
}

function access({ security = [] }: Operation): Html {
  const [first = {}] = security
  const [scheme, scopes = []] = Object.entries(first)[0] ?? []
  if (scheme === undefined) return html`Needs no business and no API key.`
  if (scheme !== 'apiKey')
    return html`Open to everybody. The request names a business by slug, UUID, <code>?business=</code> or API key.`
  const [scope] = scopes
  return scope === undefined
    ? html`Needs any API key of the business.`
    : html`Needs an API key with the scope <code>${scope}</code>.`
}

function parametersTable(parameters: readonly Parameter[], summary: string): Html {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description }) => html`<tr>
<th scope="row"><code>${name}</code><br><small>${place}${!required && ', optional'}</small></th>
<td>${typeText(schema)}</td><td>${renderInline(description)}</td></tr>`,
  )
  return html`<h4>Parameters</h4>${table(`Parameters: ${summary}`, ['Name', 'Type', 'Meaning'], rows)}`
}

function bodyOf(content: Record<string, MediaType>, description: string): Html {
  const [media] = Object.values(content)
  return html`<h4>Body</h4><p>${description} ${media && typeText(media.schema)} as ${joined(
    Object.keys(content).map((type) => html`<code>${type}</code>`),
    ' or ',
  )}.</p>`
}

function answersTable(description: OpenApi, { summary, responses }: Operation): Html {
  const rows = Object.entries(responses).map(([status, answer]) => {
    const response = resolved<Response>(description, answer)
    const { 'application/json': json } = response.content ?? {}
    const isProblem = response.content?.['application/problem+json'] !== undefined
    return html`<tr><th scope="row">${status}</th><td>${isProblem ? codes(response.description) : renderInline(response.description)}
${!isProblem && json && typeText(json.schema)}</td><td>${Object.keys(response.headers ?? {}).join(', ')}</td></tr>`
  })
  return table(`Responses: ${summary}`, ['Status', 'Body', 'Headers'], rows)
}

/** Each code is a link to its explanation. */
const codes = (text: string) =>
  joined(
    [...text.matchAll(/\w+/g)].map(
      ([code]) => html`<a href="problems.html#${code}"><code>${code}</code></a>`,
    ),
    ', ',
  )

function exampleOf({ responses, summary }: Operation): Html | undefined {
  for (const answer of Object.values(responses)) {
    const [example] =
      'content' in answer ? Object.values(answer.content?.['application/json']?.examples ?? {}) : []
    if (example && 'value' in example)
      return html`<pre tabindex="0" aria-label="Response: ${summary}"><code>${JSON.stringify(example.value, null, 2)}</code></pre>`
  }
  return undefined
}

/** The request as a command. */
function curl({ method, path, operation }: Placed, parameters: readonly Parameter[]): string {
  const [scheme] = Object.keys(operation.security?.[0] ?? {})
  const [example] = Object.values(operation.requestBody?.content ?? {}).flatMap(({ examples = {} }) =>
    Object.values(examples),
  )
  const hasKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`}`,
    ...(scheme === 'apiKey' ? [`-H "Authorization: Bearer $KEY"`] : []),
    ...(hasKey ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(example && 'value' in example ? [`--json '${JSON.stringify(example.value)}'`] : []),
    `"$BASE${path}${scheme === 'slug' ? '?business=demo' : ''}"`,
  ].join(' \\\n  ')
}

function resolved<T extends object>(description: OpenApi, value: T | Reference): T {
  if (!('$ref' in value)) return value
  const names = value.$ref.slice(2).split('/')
  return names.reduce<unknown>((node, name) => Object(node)[name], description) as T
}

/** A component, which other places lead to by its name. */
export const schemaSection = (
  name: string,
  schema: Parameters<typeof membersTable>[0],
): Html => html`<section id="schema-${name}" aria-labelledby="schema-${name}-name">
<h3 id="schema-${name}-name">${name}</h3>
${schema.description && renderBlock(schema.description)}
${schema.properties ? membersTable(schema, `Members of ${name}`) : html`<p>${typeText(schema)}</p>`}
</section>`
