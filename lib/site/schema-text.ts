import type { JsonSchema } from '../description/openapi.ts'
import { type Html, html } from './html.ts'
import { renderInline } from './markdown.ts'

const componentOf = ({ $ref = '' }: JsonSchema) => $ref.split('/').at(-1)

/** The type of a value in a few words: `string, 1–200`, `integer or null`, a link to a component. */
export function typeText(schema: JsonSchema): Html {
  if (schema.$ref) return html`<a href="#schema-${componentOf(schema)}">${componentOf(schema)}</a>`
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return joined(alternatives.map(typeText), ' or ')
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum)
    return joined(
      schema.enum.map((word) => html`<code>${String(word)}</code>`),
      ', ',
    )
  const types = [schema.type ?? 'any'].flat()
  const named = types.map((type) =>
    type === 'array' && schema.items ? html`list of ${typeText(schema.items)}` : html`${type}`,
  )
  return html`${joined(named, ' or ')}${limitsText(schema)}`
}

function limitsText(schema: JsonSchema): Html {
  const limits = [
    schema.format,
    span(schema.minLength, schema.maxLength, 'characters'),
    span(schema.minimum, schema.maximum, ''),
    span(schema.minItems, schema.maxItems, 'items'),
    span(schema.minProperties, schema.maxProperties, 'members'),
  ].filter((limit) => limit !== undefined)
  return html`${limits.map((limit) => `, ${limit}`)}${
    schema.default !== undefined && html`; default <code>${JSON.stringify(schema.default)}</code>`
  }`
}

function span(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min === undefined && max === undefined) return undefined
  const text =
    max === undefined ? `at least ${min}` : min === undefined ? `at most ${max}` : `${min} to ${max}`
  return `${text} ${unit}`.trim()
}

export const joined = (parts: readonly Html[], separator: string): Html =>
  html`${parts.map((part, index) => [index > 0 && separator, part])}`

/** The members of an object as a table. */
export function membersTable({ properties = {}, required = [] }: JsonSchema, label: string): Html {
  const rows = Object.entries(properties).map(
    ([
      name,
      member,
    ]) => html`<tr><th scope="row"><code>${name}</code>${!required.includes(name) && html`<br><small>optional</small>`}</th>
<td>${typeText(member)}</td><td>${renderInline(member.description ?? '')}${nested(member)}</td></tr>`,
  )
  return table(label, ['Member', 'Type', 'Meaning'], rows)
}

/** The members of an object inside an object are listed next to it, not in their own table. */
function nested(schema: JsonSchema): Html | undefined {
  const members = Object.entries(schema.properties ?? schema.items?.properties ?? {})
  if (members.length === 0) return undefined
  const items = members.map(
    ([name, member]) =>
      html`<li><code>${name}</code>: ${typeText(member)}. ${renderInline(member.description ?? '')}</li>`,
  )
  return html`<ul>${items}</ul>`
}

/** A table that scrolls separately where it is wider than the page. */
export const table = (label: string, head: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="wide" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`
