import type { JsonSchema, OpenApi } from '../../description/openapi.ts'
import { renderBlock } from '../guides/markdown.ts'
import { type Html, heading, html } from '../html.ts'
import type { Entry, SitePage } from '../page.ts'
import { fieldList, membersOf, typeText } from './schema-text.ts'

/** Every schema with its members. */
export function schemasPage(description: OpenApi): SitePage {
  const schemas = Object.entries(description.components.schemas)
  return {
    name: 'api-schemas',
    title: 'Schemas',
    main: html`<h1>Schemas</h1>
<p class="lead">The objects that requests and responses are made of.</p>
${schemas.map(([name, schema]) => schemaSection(name, schema))}`,
    headings: schemas.map(([name]) => ({ id: name, text: name, depth: 2 })),
    entries: [...schemas.map(schemaEntry), ...fieldEntries(schemas)],
  }
}

/** A component, which other places lead to by its name. */
const schemaSection = (name: string, schema: JsonSchema): Html => html`<section aria-labelledby="${name}">
${heading(2, name, name)}
${schema.description && renderBlock(schema.description)}
${schema.properties ? fieldList(membersOf(schema, { prefix: name })) : html`<p>${typeText(schema)}</p>`}
</section>`

const schemaEntry = ([name, schema]: [string, JsonSchema]): Entry => ({
  title: name,
  id: name,
  text: schema.description ?? `Members: ${Object.keys(schema.properties ?? {}).join(', ')}`,
})

/** One for each name of a member: the first schema that explains it, and the others that have it. */
function fieldEntries(schemas: readonly [string, JsonSchema][]): Entry[] {
  const places = new Map<string, { id: string; text: string; others: string[] }>()
  // The view of a business has every member that the public view has.
  const ordered = schemas.toSorted(([a], [b]) => Number(isMain(b)) - Number(isMain(a)))
  for (const [schema, { properties = {} }] of ordered)
    for (const [name, { description = '' }] of Object.entries(properties)) {
      const known = places.get(name)
      if (known) known.others.push(schema)
      else places.set(name, { id: `${schema}-${name}`, text: `${schema}: ${description}`, others: [] })
    }
  return [...places].map(([name, { id, text, others }]) => ({
    title: name,
    id,
    text: `${text}${others.length > 0 ? ` Also in ${others.join(', ')}.` : ''}`.replaceAll('`', ''),
  }))
}

const isMain = (schema: string) =>
  /^(Product|AdminProduct|Category|Business|ApiKey|Webhook|Event)$/.test(schema)
