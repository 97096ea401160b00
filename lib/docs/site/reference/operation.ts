import type { OpenApi, RequestBody, Response } from '../../description/openapi.ts'
import { codeBlock } from '../code.ts'
import { renderBlock, renderInline } from '../guides/markdown.ts'
import { type Html, heading, html } from '../html.ts'
import { sampleTabs } from '../samples/tabs.ts'
import { sendForm } from '../send-form.ts'
import { accessOf, exampleBody, type Placed, resolved } from './description.ts'
import { fieldList, joined, membersOf, typeText } from './schema-text.ts'

/** The whole description of an operation; `isLocal` adds a form to administrative ones too. */
export function operationSection(description: OpenApi, placed: Placed, isLocal: boolean): Html {
  const { method, path, operation, parameters } = placed
  const { operationId, summary, requestBody } = operation
  const canSend = isLocal || accessOf(operation).needs !== 'key'
  return html`<section class="operation" aria-labelledby="${operationId}">
${heading(2, operationId, summary)}
${callLine(method, path)}
<div class="text">
${renderBlock(operation.description)}
<p class="access">${access(placed)}</p>
${parameters.length > 0 && html`<h3>Parameters</h3>${parameterList(placed)}`}
${requestBody && bodyOf(description, requestBody, operationId)}
<h3>Responses</h3>
${responses(description, placed)}
</div>
<div class="example">
${sampleTabs(placed)}
${canSend && sendForm(description, placed)}
${exampleOf(placed)}
</div>
</section>`
}

/** The method and the path of a request. */
const callLine = (method: string, path: string) =>
  html`<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>`

function access({ operation }: Placed): Html {
  const { needs, scope } = accessOf(operation)
  if (needs === 'nobody') return html`Needs no business and no API key.`
  if (needs === 'business')
    return html`Open to everybody. The request names a business by slug, UUID, <code>?business=</code> or API key.`
  return scope === undefined
    ? html`Needs any API key of the business.`
    : html`Needs an API key with the scope <code>${scope}</code>.`
}

const parameterList = ({ operation, parameters }: Placed) =>
  fieldList(
    parameters.map(({ name, in: place, required, schema, description }) => ({
      id: `${operation.operationId}-${name}`,
      name,
      schema,
      presence: required === true && 'required',
      place: `in the ${place}`,
      description,
    })),
  )

function bodyOf(description: OpenApi, body: RequestBody, operationId: string): Html {
  const [media] = Object.values(body.content)
  const schema =
    media && resolved(description, media.schema.$ref ? { $ref: media.schema.$ref } : media.schema)
  return html`<h3>Body</h3><p>${body.description} ${!body.required && 'Optional.'} ${media && typeText(media.schema)} as ${joined(
    Object.keys(body.content).map((type) => html`<code>${type}</code>`),
    ' or ',
  )}.</p>
${schema && 'properties' in schema && fieldList(membersOf(schema, { prefix: `${operationId}-body`, isRequest: true }))}`
}

function responses(description: OpenApi, { operation }: Placed): Html {
  const rows = Object.entries(operation.responses).map(([status, one]) => {
    const response = resolved<Response>(description, one)
    const { 'application/json': json } = response.content ?? {}
    const isProblem = response.content?.['application/problem+json'] !== undefined
    const headers = Object.keys(response.headers ?? {}).filter(() => !isProblem)
    return html`<div><dt><span class="status s${status[0] ?? ''}">${status}</span></dt><dd>${isProblem ? codes(response.description) : renderInline(response.description)}
${!isProblem && json && typeText(json.schema)}${headers.length > 0 && html`<br><small>Headers: ${headers.join(', ')}</small>`}</dd></div>`
  })
  return html`<dl class="responses">${rows}</dl>`
}

/** Each code is a link to its explanation. */
const codes = (text: string) =>
  joined(
    [...text.matchAll(/`(\w+)`/g)].map(
      ([, code]) => html`<a href="problems#${code ?? ''}"><code>${code}</code></a>`,
    ),
    ' ',
  )

function exampleOf({ operation }: Placed): Html | undefined {
  for (const [status, answer] of Object.entries(operation.responses)) {
    const [example] =
      'content' in answer ? Object.values(answer.content?.['application/json']?.examples ?? {}) : []
    if (example && 'value' in example)
      return html`<p class="label">Response ${status}</p>${codeBlock(JSON.stringify(example.value, null, 2), {
        language: 'json',
        label: `Response: ${operation.summary}`,
      })}`
  }
  return undefined
}

/** The names in a body; a file has none. */
const membersIn = (body: unknown) => (typeof body === 'string' ? [] : Object.keys(Object(body)))

/** The search entry of an operation. */
export const operationEntry = ({ method, path, operation, parameters }: Placed) => ({
  title: operation.summary,
  id: operation.operationId,
  text: `${method.toUpperCase()} ${path} ${operation.description}`.replaceAll('`', ''),
  words: `${operation.operationId} ${parameters.map(({ name }) => name).join(' ')} ${membersIn(
    exampleBody(operation)?.value,
  ).join(' ')}`,
})
