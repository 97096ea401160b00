import type { OpenApi } from '../description/openapi.ts'
import { renderBlock } from './guides/markdown.ts'
import { type Html, heading, html } from './html.ts'
import type { SitePage } from './page.ts'
import { tagPage } from './places.ts'
import type { Placed } from './reference/description.ts'
import { sampleTabs, setupTabs } from './samples/tabs.ts'

/** The calls that show what the API is, and a sentence on each. */
const CALLS = [
  [
    'listProducts',
    'Anybody can read a shop: pages, apps, servers. It takes the slug of the business and no key.',
  ],
  ['getProduct', 'By id or slug, compressed and cached, with an ETag.'],
  ['createProduct', 'An API key with the scope writes. A retried request has its effect once.'],
  ['updateProduct', 'A merge patch. `If-Match` keeps two scripts from overwriting each other.'],
  [
    'listEvents',
    'Every change is an event, in the order in which they happened. Webhooks get the same events.',
  ],
] as const

const WAYS = [
  ['getting-started', 'Getting started', 'From npm ci to your own product in a browser, in ten minutes.'],
  ['public-reads', 'Public reads', 'Lists, filters, paging, caching and CORS, without a secret.'],
  ['admin-writes', 'Admin writes', 'Products and categories, bulk requests, crashes and retries.'],
  ['events', 'Events and webhooks', 'Follow every change, or have it sent to you.'],
  ['problems', 'Problems', 'Every error code, and the right reaction of a client.'],
  ['operations', 'Run it', 'Deploy, upgrade, restore, and what an alarm means.'],
] as const

/** The first page: what the API is, five calls, and the ways on. */
export function overviewPage(description: OpenApi, operations: readonly Placed[], api: string): SitePage {
  const main = html`<h1>Storefront API</h1>
<p class="lead">Products, categories and events of many shops behind one REST API, serverless on AWS. Public reads need the
slug of a shop; everything else needs an API key of the business.</p>
<p class="base">Base URL <code><span data-base>https://api.example.com/api/v1</span></code> · version ${description.info.version} ·
<a href="${api}openapi.json">OpenAPI description</a></p>
<ul class="ways">${WAYS.map(
    ([name, title, text]) => html`<li><a href="${name}">${title}</a><p>${text}</p></li>`,
  )}</ul>
${heading(2, 'five-calls', 'Five calls')}
<p>Set the base URL and your key once. Other names in the samples are yours to set: a product is named by its id or slug, such
as <code>pepper-mill-walnut</code>, and a change takes the id that “Create a product” returns.</p>
${setupTabs('both')}
${CALLS.map(([operationId, text]) => call(operations, operationId, text))}
${heading(2, 'conventions', 'Conventions')}
${renderBlock(description.info.description)}`
  const text = description.info.description.replaceAll('`', '')
  return {
    name: 'index',
    title: 'Overview',
    main,
    headings: headingsOf(operations),
    entries: [
      { title: 'Overview', id: '', text: 'The API in five calls, and where to read more.' },
      { title: 'Conventions', id: 'conventions', text },
    ],
  }
}

const headingsOf = (operations: readonly Placed[]) => [
  { id: 'five-calls', text: 'Five calls', depth: 2 },
  ...CALLS.map(([operationId]) => ({ id: operationId, text: nameOf(operations, operationId), depth: 3 })),
  { id: 'conventions', text: 'Conventions', depth: 2 },
]

function call(operations: readonly Placed[], operationId: string, text: string): Html {
  const placed = operations.find(({ operation }) => operation.operationId === operationId)
  if (!placed) throw new Error(`The overview shows ${operationId}, which the description does not have.`)
  const { operation } = placed
  const place = `${tagPage(operation.tags[0] ?? '')}#${operationId}`
  return html`${heading(3, operationId, operation.summary)}
<div class="prose">${renderBlock(text)}</div>
${sampleTabs(placed)}
<p class="more"><a href="${place}">${operation.summary}: parameters and responses</a></p>`
}

const nameOf = (operations: readonly Placed[], operationId: string) =>
  operations.find(({ operation }) => operation.operationId === operationId)?.operation.summary ?? ''
