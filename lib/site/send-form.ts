import { type Html, html } from './html.ts'
import { accessOf, exampleBody, type Placed } from './reference/description.ts'

/** A form that sends the request of an operation from the page. Only the page's script shows it. */
export function sendForm({ method, path, operation, parameters }: Placed): Html {
  const { operationId, summary } = operation
  const body = exampleBody(operation)
  const access = accessOf(operation).needs
  const inputs = parameters.map(({ name, in: place, required, description }) =>
    field({
      id: `${operationId}-send-${name}`,
      label: `${name}${required ? '' : ' (optional)'}`,
      attributes: html` data-in="${place}" name="${name}"${required && html` required`} title="${description.replaceAll('`', '')}"`,
    }),
  )
  return html`<details class="send scripted"><summary>Send this request</summary>
<form data-send data-method="${method.toUpperCase()}" data-path="${path}" aria-label="Send: ${summary}">
${access === 'business' && field({ id: `${operationId}-send-of`, label: 'Business (slug)', attributes: html` data-in="business" name="business" required` })}
${access === 'key' && field({ id: `${operationId}-send-key`, label: 'API key', attributes: html` data-in="key" name="key" type="password" required` })}
${inputs}
${body && html`<p><label for="${operationId}-send-body">Body</label><textarea id="${operationId}-send-body" data-type="${body.type}" rows="8" spellcheck="false">${JSON.stringify(body.value, null, 2)}</textarea></p>`}
<p><button type="submit">Send</button></p>
<div class="result" role="status"></div>
</form></details>`
}

const field = ({ id, label, attributes }: { id: string; label: string; attributes: Html }) =>
  html`<p><label for="${id}">${label}</label><input id="${id}" autocomplete="off" spellcheck="false"${attributes}></p>`
