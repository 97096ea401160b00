import type { JsonSchema, OpenApi, Parameter } from '../description/openapi.ts'
import { type Html, html } from './html.ts'
import { accessOf, exampleBody, type Placed, resolved } from './reference/description.ts'

/** A form that sends the request of an operation from the page. Only the page's script shows it. */
export function sendForm(description: OpenApi, { method, path, operation, parameters }: Placed): Html {
  const { operationId, summary } = operation
  const idOf = (name: string) => `${operationId}-send-${name}`
  const body = exampleBody(operation)
  return html`<details class="send scripted"><summary>Send this request</summary>
<form data-send data-method="${method.toUpperCase()}" data-path="${path}" aria-label="Send: ${summary}">
<div class="inputs">
${accessInput(accessOf(operation).needs, idOf('access'))}
${parameters.map((parameter) => parameterInput(description, parameter, idOf(parameter.name)))}
</div>
${body && html`<p><label for="${idOf('body')}">Body</label><textarea id="${idOf('body')}" data-type="${body.type}" rows="8" spellcheck="false">${typeof body.value === 'string' ? body.value : JSON.stringify(body.value, null, 2)}</textarea></p>`}
<p><button type="submit">Send</button></p>
<div class="result" role="status"></div>
</form></details>`
}

/** The field for the business or the key, if the operation needs one. */
function accessInput(needs: ReturnType<typeof accessOf>['needs'], id: string): Html | undefined {
  if (needs === 'business')
    return labelled(
      id,
      'Business (slug)',
      html`<input id="${id}" data-in="business" name="business" required${PLAIN}>`,
    )
  if (needs === 'key')
    return labelled(
      id,
      'API key',
      html`<input id="${id}" data-in="key" name="key" type="password" required${PLAIN}>`,
    )
  return undefined
}

/** A list of the values where there are few, otherwise a field with the default or an example in it. */
function parameterInput(description: OpenApi, parameter: Parameter, id: string): Html {
  const { name, in: place, required, schema, example } = parameter
  const label = `${name}${required ? '' : ' (optional)'}`
  const choices = choicesOf(description, schema)
  if (choices.length > 0)
    return labelled(
      id,
      label,
      html`<select id="${id}" data-in="${place}" name="${name}"><option></option>${choices.map((choice) => html`<option>${choice}</option>`)}</select>`,
    )
  const hint = String(example ?? schema.default ?? '')
  return labelled(
    id,
    label,
    html`<input id="${id}" data-in="${place}" name="${name}"${required && html` required`} placeholder="${hint}"${PLAIN}>`,
  )
}

function choicesOf(description: OpenApi, schema: JsonSchema): string[] {
  const { $ref } = schema
  const { type, enum: words = [] } = $ref ? resolved<JsonSchema>(description, { $ref }) : schema
  return type === 'boolean' ? ['true', 'false'] : words.map(String)
}

const PLAIN = html` autocomplete="off" spellcheck="false"`

const labelled = (id: string, label: string, input: Html) =>
  html`<p><label for="${id}">${label}</label>${input}</p>`
