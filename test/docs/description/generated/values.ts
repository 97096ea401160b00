import type { ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { JsonSchema, OpenApi } from '../../../../lib/docs/description/openapi.ts'
import { validatorOf } from '../described.ts'

/** Values of members by their names and formats, where what a schema lets through is rarely what exists. */
export type Preferred = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** Makes values that a schema of this description lets through. */
export type ValuesOf = (schema: JsonSchema) => fc.Arbitrary<unknown>

/** The description's rule, in words, for every text: no control characters but tab and newline, whole Unicode. */
const isPlain = (text: string) =>
  text.isWellFormed() && [...text].every((c) => c >= ' ' || c === '\t' || c === '\n')

const character = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter(isPlain) },
  // Of two UTF-16 units; of two code points; invisible; longer in upper case; written from right to left.
  {
    weight: 2,
    arbitrary: fc.constantFrom('😀', '\u0301', '\u200b', '\ufeff', 'ß', 'ك', '\u202e', '\t', '\n'),
  },
)

/** Text of so many code points; now and then exactly as long, or as short, as it may be. */
function text({ minLength = 0, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
  const usual = fc.string({ unit: character, minLength, maxLength: Math.min(maxLength, minLength + 40) })
  const edge = fc
    .tuple(fc.constantFrom('x', 'é', '😀'), fc.constantFrom(minLength, maxLength))
    .map(([unit, length]) => unit.repeat(length))
  return fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: edge })
}

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
}

/** True for a pattern that any text is likely to match: such a text is tried until it does. */
const isLoose = (pattern: RegExp) => ['x', '1é 😀', '\u202e-'].every((likely) => pattern.test(likely))

function strings(schema: JsonSchema): fc.Arbitrary<string> {
  const { format = '', pattern } = schema
  const known = FORMATS[format]
  if (known) return known
  const shape = new RegExp(pattern ?? '', 'u')
  return isLoose(shape) ? text(schema) : fc.stringMatching(shape, { size: 'small' }).filter(isPlain)
}

function integers({
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
}: JsonSchema): fc.Arbitrary<number> {
  const small = fc.integer({
    min: Math.max(minimum, -100),
    max: Math.min(maximum, Math.max(minimum, 0) + 100),
  })
  return fc.oneof(small, fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }))
}

/** How much longer than it must be a list or a map usually is. */
const MORE = 4

/** Arbitraries for the schemas of a description; whatever they make has been looked at by a validator. */
export function valueMaker(description: OpenApi, preferred: Preferred): ValuesOf {
  const isValid = validator(description)
  const made = new Map<JsonSchema, fc.Arbitrary<unknown>>()

  const valuesOf: ValuesOf = (schema) => {
    const known = made.get(schema)
    if (known) return known
    const arbitrary = unchecked(schema).filter((value) => isValid(schema, value))
    made.set(schema, arbitrary)
    return arbitrary
  }

  function unchecked(schema: JsonSchema): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined) return valuesOf(componentOf(description, schema.$ref))
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const union = schema.anyOf ?? schema.oneOf
    if (union) return fc.oneof(...union.map(valuesOf))
    if (schema.allOf) return unchecked(Object.assign({}, schema, { allOf: undefined }, ...schema.allOf))
    const types = [schema.type ?? ['string', 'integer', 'boolean', 'null']].flat()
    return fc.oneof(
      ...types.map((type) => ({ weight: type === 'null' ? 1 : 4, arbitrary: ofType(type, schema) })),
    )
  }

  function ofType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
    if (type === 'string') return strings(schema)
    if (type === 'integer') return integers(schema)
    if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
    if (type === 'boolean') return fc.boolean()
    if (type === 'array') return lists(schema)
    if (type === 'object') return objects(schema)
    return fc.constant(null)
  }

  function lists({ items = {}, minItems = 0, maxItems = 1_000, uniqueItems }: JsonSchema) {
    const length = { minLength: minItems, maxLength: Math.min(maxItems, minItems + MORE) }
    const values = valuesOf(items)
    return uniqueItems ? fc.uniqueArray(values, length) : fc.array(values, length)
  }

  function objects(schema: JsonSchema): fc.Arbitrary<unknown> {
    const { properties = {}, required = [], additionalProperties = true } = schema
    const members = Object.entries(properties).map(([name, member]): [string, fc.Arbitrary<unknown>] => [
      name,
      memberValues(name, member),
    ])
    const requiredKeys = Object.keys(properties).filter((name) => required.includes(name))
    const listed: fc.Arbitrary<object> = fc.record(Object.fromEntries(members), {
      requiredKeys,
      noNullPrototype: true,
    })
    const { minProperties = 0 } = schema
    if (typeof additionalProperties === 'boolean')
      return minProperties === 0 ? listed : listed.filter((own) => Object.keys(own).length >= minProperties)
    const { maxProperties = 50, propertyNames = {} } = schema
    const names = strings(propertyNames).filter(
      (name) => isValid(propertyNames, name) && name !== '__proto__',
    )
    const maxKeys = Math.min(maxProperties, MORE)
    const others = fc.dictionary(names, valuesOf(additionalProperties), { maxKeys, noNullPrototype: true })
    return fc.tuple(others, listed).map(([more, own]) => ({ ...more, ...own }))
  }

  function memberValues(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
    const key = schema.format === undefined ? name : `${name} ${schema.format}`
    const known = Object.hasOwn(preferred, key) ? preferred[key] : undefined
    if (!known) return valuesOf(schema)
    const fitting = known.filter((value) => isValid(schema, value))
    return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: valuesOf(schema) })
  }

  return valuesOf
}

/** The schema that a reference names. */
function componentOf({ components }: OpenApi, reference: string): JsonSchema {
  const schema = components.schemas[reference.split('/').at(-1) ?? '']
  if (!schema) throw new Error(`there is no ${reference}`)
  return schema
}

type Validator = (schema: JsonSchema, value: unknown) => boolean

/** The validator of a description, however many make values from it. */
const validators = new WeakMap<OpenApi, Validator>()

function validator(description: OpenApi): Validator {
  const known = validators.get(description) ?? createValidator(description)
  validators.set(description, known)
  return known
}

/** Says whether a schema, which may refer to components, lets a value through. Compiles each schema once. */
function createValidator(description: OpenApi): Validator {
  const ajv = validatorOf(description)
  const compiled = new Map<JsonSchema, ValidateFunction>()
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(rooted(schema))
    compiled.set(schema, validate)
    return validate(value)
  }
}

/** References from the root of the description, wherever the schema is compiled. */
const rooted = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"description#'))
