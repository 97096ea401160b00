import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema, OpenApi } from '../openapi.ts'
import { resolve } from './references.ts'

const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const
type TypeName = (typeof TYPES)[number]

/**
 * One of the kinds of value that a schema lets through. Whatever way a schema is written – a list of types, `anyOf`,
 * null in an `enum`, `allOf`, references – it comes down to these, and so two ways to write the same are the same.
 */
export interface Alternative {
  type: TypeName
  /** The component it was taken from, to know it again. */
  name: string | undefined
  /** All values there are; undefined if they are not listed. */
  values: unknown[] | undefined
  /** True if the list of values is released as one that grows. */
  isOpen: boolean
  /** The range: of a number itself, else of the length, the number of items or that of members. */
  least: number
  most: number
  patterns: string[]
  formats: string[]
  isUnique: boolean
  items: JsonSchema
  properties: Record<string, JsonSchema>
  patternProperties: Record<string, JsonSchema>
  propertyNames: JsonSchema
  required: string[]
  /** What other members may be; false if there are none. */
  others: JsonSchema | false
  /** Keywords that nothing here knows how to compare. */
  unknown: Record<string, unknown>
}

/** The keywords that give the range of each type. */
export const RANGES = {
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
  null: undefined,
  boolean: undefined,
} as const

/** What says nothing about which values are let through, or is looked at elsewhere. */
const KNOWN = new Set([
  ...['$ref', 'type', 'const', 'enum', 'allOf', 'anyOf', 'oneOf', 'default', 'readOnly', 'deprecated'],
  ...['title', 'description', 'examples', 'example', '$comment', 'externalDocs', 'x-extensible-enum'],
  'discriminator',
  ...['format', 'pattern', 'items', 'uniqueItems', 'properties', 'patternProperties', 'propertyNames'],
  ...['required', 'additionalProperties', ...Object.values(RANGES).flatMap((range) => range ?? [])],
])

/** The alternatives of a schema; none if it refuses everything. A reference that only leads to itself adds none. */
export function alternativesOf(
  document: OpenApi,
  schema: JsonSchema,
  within: readonly string[] = [],
): Alternative[] {
  const { $ref, allOf = [], anyOf, oneOf } = schema
  if ($ref !== undefined && within.includes($ref)) return []
  const parts = [own(schema)]
  const expand = (part: JsonSchema, by: readonly string[] = within) => alternativesOf(document, part, by)
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)
    const target = expand(resolve(document, { $ref }), [...within, $ref])
    parts.push(target.map((alternative) => ({ ...alternative, name })))
  }
  for (const part of allOf) parts.push(expand(part))
  for (const union of [anyOf, oneOf]) if (union) parts.push(union.flatMap((part) => expand(part)))
  return joined(parts.reduce((all, part) => all.flatMap((a) => part.flatMap((b) => both(a, b)))))
}

/** What the keywords of a schema say by themselves. */
function own(schema: JsonSchema): Alternative[] {
  const { type, patternProperties = {}, propertyNames = {}, additionalProperties = {} } = schema
  const listed = schema.const === undefined ? schema.enum : [schema.const]
  const types = type === undefined ? TYPES.filter((name) => name !== 'integer') : [type].flat()
  const unknown = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !KNOWN.has(keyword)))
  return (types as TypeName[]).flatMap((name): Alternative[] => {
    const values = listed?.filter((value) => isOf(value, name))
    const [least, most] = RANGES[name] ?? []
    return [
      {
        type: name,
        name: undefined,
        values,
        isOpen: 'x-extensible-enum' in schema,
        unknown,
        least: (least && schema[least]) ?? (isNumeric(name) ? Number.NEGATIVE_INFINITY : 0),
        most: (most && schema[most]) ?? Number.POSITIVE_INFINITY,
        patterns: name === 'string' && schema.pattern !== undefined ? [schema.pattern] : [],
        formats: schema.format === undefined ? [] : [schema.format],
        isUnique: schema.uniqueItems ?? false,
        items: schema.items ?? {},
        patternProperties,
        propertyNames,
        properties: schema.properties ?? {},
        required: schema.required ?? [],
        others: additionalProperties === true ? {} : additionalProperties,
      },
    ]
  })
}

const isNumeric = (type: TypeName) => type === 'integer' || type === 'number'

function isOf(value: unknown, type: TypeName): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type && value !== null && !Array.isArray(value)
}

/** What two alternatives both let through: `allOf`. Nothing if their types have nothing in common. */
function both(a: Alternative, b: Alternative): Alternative[] {
  if (a.type !== b.type && !(isNumeric(a.type) && isNumeric(b.type))) return []
  const values = a.values && b.values ? a.values.filter((value) => includes(b.values, value)) : undefined
  return [
    {
      type: a.type === b.type ? a.type : 'integer',
      name: a.name ?? b.name,
      values: values ?? a.values ?? b.values,
      isOpen: a.isOpen || b.isOpen,
      least: Math.max(a.least, b.least),
      most: Math.min(a.most, b.most),
      patterns: [...new Set([...a.patterns, ...b.patterns])],
      formats: [...new Set([...a.formats, ...b.formats])],
      isUnique: a.isUnique || b.isUnique,
      items: allOf(a.items, b.items),
      properties: sharedMembers(a, b),
      patternProperties: { ...patternsOf(a, b), ...patternsOf(b, a) },
      propertyNames: allOf(a.propertyNames, b.propertyNames),
      required: [...new Set([...a.required, ...b.required])],
      others: a.others !== false && b.others !== false && allOf(a.others, b.others),
      unknown: { ...a.unknown, ...b.unknown },
    },
  ]
}

const isAny = (schema: JsonSchema) => Object.keys(schema).length === 0

function allOf(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (isAny(a) || isDeepStrictEqual(a, b)) return b
  return isAny(b) ? a : { allOf: [a, b] }
}

/** The members that both let through: one that either does not list is what that one says of others. */
function sharedMembers(a: Alternative, b: Alternative): Record<string, JsonSchema> {
  const names = new Set([...Object.keys(a.properties), ...Object.keys(b.properties)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [inA, inB] = [memberOf(a, name), memberOf(b, name)]
      return inA && inB ? [[name, allOf(inA, inB)]] : []
    }),
  )
}

function memberOf(alternative: Alternative, name: string): JsonSchema | false {
  const { properties, patternProperties, others } = alternative
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined
  const patterns = Object.entries(patternProperties).filter(([pattern]) =>
    new RegExp(pattern, 'u').test(name),
  )
  const said = [...(own ? [own] : []), ...patterns.map(([, schema]) => schema)]
  return said.length > 0 ? said.reduce(allOf) : others
}

/** The patterns of one of two that the other does not rule out. */
function patternsOf(one: Alternative, other: Alternative): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(one.patternProperties).flatMap(([pattern, schema]) => {
      const there = other.patternProperties[pattern] ?? other.others
      return there ? [[pattern, allOf(schema, there)]] : []
    }),
  )
}

export const includes = (values: readonly unknown[] = [], value: unknown) =>
  values.some((one) => isDeepStrictEqual(one, value))

/** What a range is about: a number itself, else how long it is. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? [...value].length : Object.keys(Object(value)).length
}

/** Lists of values that stand beside each other are one list, in which nothing is that something else refuses. */
function joined(alternatives: readonly Alternative[]): Alternative[] {
  const kept: Alternative[] = []
  for (const alternative of alternatives) {
    const { least, most, patterns } = alternative
    const values = alternative.values?.filter(
      (value) =>
        sizeOf(value) >= least &&
        sizeOf(value) <= most &&
        patterns.every((pattern) => new RegExp(pattern, 'u').test(String(value))),
    )
    if (!values) kept.push(alternative)
    else if (values.length > 0) list({ ...alternative, values, ...UNLIMITED })
  }

  function list(listed: Alternative): void {
    const same = kept.find(({ type, values }) => values && type === listed.type && isScalar(type))
    if (!same) kept.push(listed)
    else {
      same.isOpen ||= listed.isOpen
      same.values = [...new Set([...(same.values ?? []), ...(listed.values ?? [])])]
    }
  }

  return kept
}

const isScalar = (type: TypeName) => type !== 'object' && type !== 'array'

/** Values speak for themselves. */
const UNLIMITED = {
  least: Number.NEGATIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
  patterns: [],
  formats: [],
}
