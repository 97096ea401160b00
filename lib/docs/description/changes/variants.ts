import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema, OpenApi } from '../openapi.ts'
import { resolve } from './positions.ts'

/** The types of values, and the keywords that give the range of each. */
export const RANGES = {
  null: [],
  boolean: [],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
} as const

type TypeName = keyof typeof RANGES

const TYPES = Object.keys(RANGES) as TypeName[]

/**
 * One kind of value that a schema lets through: of one type, or a single value. However a schema is written – with a
 * list of types, `anyOf`, `enum`, `allOf`, references – it comes down to these.
 */
export interface Variant {
  type: TypeName
  /** The component it was taken from, to know it again. */
  component: string | undefined
  /** The only value; undefined if there are others of the type. */
  value: unknown
  /** True if the value is one of a list that is released as one that grows. */
  isOpen: boolean
  /** The range: of a number itself, else of the length, the number of items or that of members. */
  least: number
  most: number
  /** Further demands on a value, as `keyword JSON`: patterns, formats, and keywords that nothing here knows. */
  demands: string[]
  default: unknown
  isReadOnly: boolean
  required: string[]
  /** The schemas inside by step: `[]` of items, `.name` of a member, `{}` of other members, `{name}` of names. */
  inside: Map<string, JsonSchema>
}

/** Keywords that demand nothing: they are compared elsewhere, or say nothing about a value. */
const KNOWN = new Set<string>([
  '$ref',
  'type',
  'const',
  'enum',
  'allOf',
  'anyOf',
  'oneOf',
  'default',
  'readOnly',
  'deprecated',
  'title',
  'description',
  'examples',
  'x-extensible-enum',
  'discriminator',
  'items',
  'properties',
  'propertyNames',
  'required',
  'additionalProperties',
  ...Object.values(RANGES).flat(),
])

/** The demands that can be compared, and the types of value they are about. */
export const DEMANDS: Partial<Record<string, TypeName[]>> = {
  pattern: ['string'],
  format: ['string', 'integer', 'number'],
  uniqueItems: ['array'],
}

/** The variants of a schema; none if it refuses everything. A reference that only leads to itself adds none. */
export function variantsOf(description: OpenApi, schema: JsonSchema, within: string[] = []): Variant[] {
  const { $ref, allOf = [], anyOf, oneOf } = schema
  if ($ref !== undefined && within.includes($ref)) return []
  const parts = [own(schema), ...allOf.map((part) => variantsOf(description, part, within))]
  for (const union of [anyOf, oneOf])
    if (union) parts.push(union.flatMap((part) => variantsOf(description, part, within)))
  if ($ref !== undefined) {
    const target = resolve<JsonSchema>(description.components.schemas, { $ref })
    const variants = variantsOf(description, target, [...within, $ref])
    parts.push(variants.map((variant) => ({ ...variant, component: $ref })))
  }
  return parts.reduce((all, part) => all.flatMap((a) => part.flatMap((b) => both(a, b)))).filter(isPossible)
}

/** The variants of a schema by its own keywords alone, without `$ref`, `allOf`, `anyOf` and `oneOf`. */
function own(schema: JsonSchema): Variant[] {
  const { type = TYPES.filter((name) => name !== 'integer') } = schema
  const listed = schema.const === undefined ? schema.enum : [schema.const]
  const types = TYPES.filter((name) => [type].flat().includes(name))
  return types.flatMap((name) => {
    const values = listed?.filter((value) => isOf(value, name)) ?? [name === 'null' ? null : undefined]
    return values.map((value) => variantOf(schema, name, value))
  })
}

function variantOf(schema: JsonSchema, type: TypeName, value: unknown): Variant {
  const [least, most] = RANGES[type]
  const demands = Object.entries(schema).filter(
    ([keyword, says]) => !KNOWN.has(keyword) && says !== false && (DEMANDS[keyword] ?? TYPES).includes(type),
  )
  return {
    type,
    component: undefined,
    value,
    isOpen: 'x-extensible-enum' in schema,
    least: (least && schema[least]) ?? (isNumeric(type) ? Number.NEGATIVE_INFINITY : 0),
    most: (most && schema[most]) ?? Number.POSITIVE_INFINITY,
    demands: demands.map(([keyword, says]) => `${keyword} ${JSON.stringify(says)}`),
    default: schema.default,
    isReadOnly: schema.readOnly ?? false,
    required: schema.required ?? [],
    inside: insideOf(schema, type),
  }
}

function insideOf(schema: JsonSchema, type: TypeName): Map<string, JsonSchema> {
  const { properties = {}, propertyNames = {}, additionalProperties: others = true, items = {} } = schema
  if (type === 'array') return new Map([['[]', items]])
  if (type !== 'object') return new Map()
  const inside = new Map(Object.entries(properties).map(([name, member]) => [`.${name}`, member]))
  // A name is text, whether or not that is said of it.
  inside.set('{name}', allOf({ type: 'string' }, propertyNames))
  return others === false ? inside : inside.set('{}', others === true ? {} : others)
}

/** The schema at a step: what is said of a member, else what is said of others. Undefined if there can be none. */
export const schemaAt = ({ inside }: Variant, step: string): JsonSchema | undefined =>
  inside.get(step) ?? (step.startsWith('.') ? inside.get('{}') : undefined)

const isNumeric = (type: TypeName) => type === 'integer' || type === 'number'

function isOf(value: unknown, type: TypeName): boolean {
  if (value === null || Array.isArray(value)) return type === (value === null ? 'null' : 'array')
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

/** The intersection of two variants, for `allOf`; none if no value fits both. */
function both(a: Variant, b: Variant): Variant[] {
  if (a.type !== b.type && !(isNumeric(a.type) && isNumeric(b.type))) return []
  if (a.value !== undefined && b.value !== undefined && !isDeepStrictEqual(a.value, b.value)) return []
  const inside = [...new Set([...a.inside.keys(), ...b.inside.keys()])].flatMap((step) => {
    const [inA, inB] = [schemaAt(a, step), schemaAt(b, step)]
    return inA && inB ? [[step, allOf(inA, inB)] as const] : []
  })
  return [
    {
      type: a.type === b.type ? a.type : 'integer',
      component: a.component ?? b.component,
      value: a.value === undefined ? b.value : a.value,
      isOpen: a.isOpen || b.isOpen,
      least: Math.max(a.least, b.least),
      most: Math.min(a.most, b.most),
      demands: [...new Set([...a.demands, ...b.demands])],
      // Null is a default as well.
      default: a.default === undefined ? b.default : a.default,
      isReadOnly: a.isReadOnly || b.isReadOnly,
      required: [...new Set([...a.required, ...b.required])],
      inside: new Map(inside),
    },
  ]
}

export const isAny = (schema: JsonSchema) => Object.keys(schema).length === 0

/** Flat, and each part once: so a schema that unfolds into itself comes back to one that was there. */
function allOf(a: JsonSchema, b: JsonSchema): JsonSchema {
  const parts = [...partsOf(a), ...partsOf(b)]
  const [one = {}, ...others] = parts.filter(
    (part, n) => !parts.slice(0, n).some((other) => isDeepStrictEqual(other, part)),
  )
  return others.length === 0 ? one : { allOf: [one, ...others] }
}

function partsOf({ allOf: inner = [], ...rest }: JsonSchema): JsonSchema[] {
  return [...(isAny(rest) ? [] : [rest]), ...inner.flatMap(partsOf)]
}

/** Nothing listed is let through that something else refuses. */
const isPossible = ({ value, least, most, demands }: Variant) =>
  value === undefined ||
  (sizeOf(value) >= least &&
    sizeOf(value) <= most &&
    demands.every((demand) => keepsTo(value, demand) !== false))

/** True if a value meets a demand; undefined if that is not known. */
export function keepsTo(value: unknown, demand: string): boolean | undefined {
  if (typeof value !== 'string' || !demand.startsWith('pattern ')) return undefined
  return new RegExp(JSON.parse(demand.slice('pattern '.length)), 'u').test(value)
}

/** The figure that a minimum and a maximum limit: a number itself, or the length of any other value. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? [...value].length : Object.keys(Object(value)).length
}
