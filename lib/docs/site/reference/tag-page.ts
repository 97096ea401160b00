import type { OpenApi } from '../../description/openapi.ts'
import { renderInline } from '../guides/markdown.ts'
import { anchor, type Html, heading, html } from '../html.ts'
import type { Entry, SitePage } from '../page.ts'
import { tagPage } from '../places.ts'
import { setupTabs } from '../samples/tabs.ts'
import { accessOf, type Placed } from './description.ts'
import { operationEntry, operationSection } from './operation.ts'
import { parameterEntries } from './parameter-entries.ts'
import { typeText } from './schema-text.ts'

interface TagOptions {
  operations: readonly Placed[]
  /** The names of parameters that an earlier page explains; gets those of this one. */
  explained: Set<string>
  isLocal: boolean
}

/** The page of a tag: its operations, one after the other. */
export function tagPageOf(
  description: OpenApi,
  tag: OpenApi['tags'][number],
  { operations, explained, isLocal }: TagOptions,
): SitePage {
  const [first] = operations
  const events = tag.name === 'Events' ? eventTypes(description) : undefined
  const main = html`<h1>${tag.name}</h1>
<p class="lead">${tag.description}</p>
<ul class="operations">${operations.map(operationLink)}</ul>
${first && setup(accessOf(first.operation).needs === 'key')}${first && setupTabs(accessOf(first.operation).needs)}
${operations.map((operation) => operationSection(description, operation, isLocal))}
${events?.main}`
  const { name, description: text } = tag
  return {
    name: tagPage(name),
    title: name,
    main,
    headings: [],
    entries: [
      { title: `${name}: reference`, id: '', text },
      ...operations.map(operationEntry),
      ...parameterEntries(operations, explained),
      ...(events?.entries ?? []),
    ],
    children: [...operations.map(childOf), ...(events ? [{ id: 'types', label: 'Types of events' }] : [])],
    isReference: true,
  }
}

const childOf = ({ operation }: Placed) => ({ id: operation.operationId, label: operation.summary })

const operationLink = ({ method, path, operation }: Placed) =>
  html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></a> <span>${operation.summary}</span></li>`

const setup = (hasKey: boolean) =>
  html`${heading(2, 'samples', 'For the samples')}
<p>Set these once. Names such as <code>$ID</code>, <code>id</code> or <code>product_id</code> in a sample are the values of
the path.${hasKey && html` A key stays on your server: <a href="api-keys">API keys</a>.`}</p>
`

function eventTypes({ webhooks }: OpenApi): { main: Html; entries: Entry[] } {
  const types = Object.entries(webhooks).map(([type, { post }]) => {
    const [media] = Object.values(post?.requestBody?.content ?? {})
    return { type, summary: post?.summary ?? '', schema: media?.schema.allOf?.[0] ?? media?.schema }
  })
  const main = html`${heading(2, 'types', 'Types of events')}
<p>Every change records one of these events in its transaction. An event is stored for 30 days. See <a href="events">Events and webhooks</a>.</p>
<dl class="fields">${types.map(
    ({ type, summary, schema }) =>
      html`<div id="${type}"><dt><code>${type}</code> <span class="type">${schema && typeText(schema)}</span>${anchor(type, type)}</dt><dd>${renderInline(summary)}</dd></div>`,
  )}</dl>`
  return { main, entries: types.map(({ type, summary }) => ({ title: type, id: type, text: summary })) }
}
