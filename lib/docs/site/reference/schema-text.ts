import type { JsonSchema } from '../../description/openapi.ts'
import { renderInline } from '../guides/markdown.ts'
import { anchor, type Html, html } from '../html.ts'

const componentOf = ({ $ref = '' }: JsonSchema) => $ref.split('/').at(-1) ?? ''

/** The type of a value in a few words: `string, 1–200`, `integer or null`, a link to a component. */
export function typeText(schema: JsonSchema): Html {
  if (schema.$ref) return html`<a href="api-schemas#${componentOf(schema)}">${componentOf(schema)}</a>`
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
  const [from, to] = [min?.toLocaleString('en'), max?.toLocaleString('en')]
  const text =
    to === undefined ? `at least ${from}` : from === undefined ? `at most ${to}` : `${from} to ${to}`
  return `${text} ${(max ?? min) === 1 ? unit.replace(/s$/, '') : unit}`.trim()
}

export const joined = (parts: readonly Html[], separator: string): Html =>
  html`${parts.map((part, index) => [index > 0 && separator, part])}`

/** A parameter or a member: something with a name, a type and a meaning. */
interface Field {
  id: string
  name: string
  schema: JsonSchema
  /** `required`, `optional`, or nothing where neither has to be said. */
  presence?: 'required' | 'optional' | false
  /** The part of the request that has it, if it is not a member. */
  place?: string
  description: string
}

/** A list of fields; each can be linked to. */
export const fieldList = (fields: readonly Field[]): Html =>
  html`<dl class="fields">${fields.map(
    ({ id, name, schema, presence, place, description }) => html`<div id="${id}"><dt><code>${name}</code>
<span class="type">${typeText(schema)}</span>${place !== undefined && html` <span class="type">${place}</span>`}${
      presence && html` <span class="${presence}">${presence}</span>`
    }${anchor(id, name)}</dt>
<dd>${renderInline(description)}${nested(schema)}</dd></div>`,
  )}</dl>`

/**
 * The members of an object as fields, whose ids begin with a prefix. Of a request it is said what it must have, of other
 * objects what they need not have; a merge patch needs nothing.
 */
export function membersOf(
  { properties = {}, required = [] }: JsonSchema,
  { prefix, isRequest = false }: { prefix: string; isRequest?: boolean },
): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    id: `${prefix}-${name}`,
    name,
    schema,
    presence: isRequest
      ? required.includes(name) && 'required'
      : required.length > 0 && !required.includes(name) && 'optional',
    description: schema.description ?? '',
  }))
}

/** The members of an object inside an object are listed next to it. */
function nested(schema: JsonSchema): Html | undefined {
  const members = Object.entries(schema.properties ?? schema.items?.properties ?? {})
  if (members.length === 0) return undefined
  const items = members.map(
    ([name, member]) =>
      html`<li><code>${name}</code>: ${typeText(member)}. ${renderInline(member.description ?? '')}</li>`,
  )
  return html`<ul>${items}</ul>`
}
