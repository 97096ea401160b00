import type { OpenApi, Operation } from '../description/openapi.ts'
import { framed } from './frame.ts'
import { html } from './html.ts'
import { renderBlock } from './markdown.ts'
import { operationSection, type Placed, schemaSection } from './operation-section.ts'
import { joined, typeText } from './schema-text.ts'

/** The page with the whole description: operations by their tags, events, schemas. It has no script. */
export function referencePage(description: OpenApi): string {
  const placed = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]): Placed => ({ method, path, operation: operation as Operation }),
    ),
  )
  const tags = description.tags.map((tag) => ({
    ...tag,
    operations: placed.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const events = Object.entries(description.webhooks)
  const main = html`<h1>API reference</h1>
${renderBlock(description.info.description)}
<p>Generated from <a href="openapi.json"><code>openapi.json</code></a>, the OpenAPI 3.1 description of version
${description.info.version}, which the API itself serves at <code>/openapi.json</code>. Every path is relative to
${joined(
  description.servers.map(({ url }) => html`<code>${url}</code>`),
  ' or ',
)}.</p>
<nav aria-label="Operations" class="contents">${tags.map(
    ({ name, operations }) =>
      operations.length > 0 &&
      html`<h2>${name}</h2>
<ul>${operations.map(
        ({ method, path, operation }) =>
          html`<li><a href="#${operation.operationId}"><strong>${method.toUpperCase()}</strong> ${path}</a> ${operation.summary}</li>`,
      )}</ul>`,
  )}</nav>
${tags.map(
  ({ name, description: text, operations }) =>
    operations.length > 0 &&
    html`<h2>${name}</h2><p>${text}</p>
${operations.map((operation) => operationSection(description, operation))}`,
)}
<h2 id="events">Events</h2>
<p>Every change records one of these events in its transaction. An event is stored for 30 days. See <a href="events.html">Events</a>.</p>
<ul>${events.map(([type, { post }]) => {
    const [media] = Object.values(post?.requestBody?.content ?? {})
    return html`<li><code>${type}</code>: ${post?.summary} ${media && typeText(media.schema.allOf?.[0] ?? media.schema)}</li>`
  })}</ul>
<h2 id="schemas">Schemas</h2>
${Object.entries(description.components.schemas).map(([name, schema]) => schemaSection(name, schema))}`
  return framed({ place: 'index.html', title: 'API reference', main: main.text })
}
