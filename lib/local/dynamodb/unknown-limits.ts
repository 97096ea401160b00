import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Json, JsonObject } from '../template/json.ts'
import type { TableDefinition } from '../template/table-definition.ts'

/** The attributes that are keys of the table or of an index, and which part of the key each is. */
export type KeyTypes = ReadonlyMap<string, 'HASH' | 'RANGE'>

const MOST_BYTES = { HASH: 2048, RANGE: 1024 } as const
const MOST_OPERATORS = 300

/** DynamoDB's own words; there is no space before 2048. */
const TOO_LONG = {
  HASH: 'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
  RANGE:
    'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
} as const

/**
 * The message with which DynamoDB refuses a call that Dynoxide carries out: for the length of a key in an index or a Query, an
 * empty key in a Query, an attribute without a name, and more than 300 operators in an expression. Undefined if it takes the call.
 * The messages are those of DynamoDB Local, which knows all but the length of a partition key in a Query.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 * https://github.com/aws/aws-sdk-js/issues/3721 (operators of every expression, not only of updates)
 */
export function unknownLimit(body: Json, keys: KeyTypes): string | undefined {
  for (const part of partsOf(body)) {
    const broken = ofOperators(part) ?? ofItem(part, keys) ?? ofConditions(part, keys)
    if (broken !== undefined) return broken
  }
  return undefined
}

/** The call itself, each write of a transaction, and each item of a batch that is put. */
function partsOf(body: Json): JsonObject[] {
  if (!isJsonObject(body)) return []
  const tables = isJsonObject(body.RequestItems) ? Object.values(body.RequestItems) : []
  const elements = [body.TransactItems, ...tables].flatMap(listOf)
  const inside = elements.flatMap((element) => (isJsonObject(element) ? Object.values(element) : []))
  return [body, ...inside].flatMap((part) => (isJsonObject(part) ? [part] : []))
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

const EXPRESSIONS = [
  'ConditionExpression',
  'FilterExpression',
  'KeyConditionExpression',
  'UpdateExpression',
] as const
const FUNCTION = String.raw`\b(?!(?:AND|OR|NOT|IN|BETWEEN)\b)[a-z_]+\s*\(`
/** Of a condition; `BETWEEN` is counted by its `AND`. */
const OPERATOR = new RegExp(String.raw`<>|<=|>=|[<>=]|\b(?:AND|OR|NOT|IN)\b|${FUNCTION}`, 'gi')
/** "SET a = :val1 + :val2 + :val3 contains two operators" (Constraints). */
const OPERATOR_OF_UPDATE = new RegExp(`[+-]|${FUNCTION}`, 'gi')

function ofOperators(part: JsonObject): string | undefined {
  for (const name of EXPRESSIONS) {
    const text = String(part[name] ?? '').replaceAll(/[#:][\w.-]+/g, 'x')
    const count = text.match(name === 'UpdateExpression' ? OPERATOR_OF_UPDATE : OPERATOR)?.length ?? 0
    if (count > MOST_OPERATORS)
      return `Invalid ${name}: The expression contains too many operators; operator count: ${count}`
  }
  return undefined
}

/** The item that is put: its keys, and the names in it and in the values of expressions. */
function ofItem({ Item, ExpressionAttributeValues }: JsonObject, keys: KeyTypes): string | undefined {
  if ([Item, ExpressionAttributeValues].some((values) => isJsonObject(values) && lacksName(values)))
    return 'Empty attribute name'
  if (!isJsonObject(Item)) return undefined
  for (const [name, type] of keys) {
    const text = textOf(Item[name])
    if (text !== undefined && Buffer.byteLength(text) > MOST_BYTES[type]) return TOO_LONG[type]
  }
  return undefined
}

/** True if an attribute among these, or of a map in them, has no name. */
const lacksName = (attributes: JsonObject): boolean =>
  Object.entries(attributes).some(([name, value]) => name === '' || holdsNameless(value))

function holdsNameless(value: Json): boolean {
  if (!isJsonObject(value)) return false
  const { M, L } = value
  return (isJsonObject(M) && lacksName(M)) || listOf(L).some(holdsNameless)
}

const COMPARISON = /([#\w.-]+)\s*(?:<=|>=|[<>=])\s*(:\w+)/g
const PREFIX = /begins_with\s*\(\s*([#\w.-]+)\s*,\s*(:\w+)/g
const RANGE = /([#\w.-]+)\s+BETWEEN\s+(:\w+)\s+AND\s+(:\w+)/gi

/** The values that a Query compares with keys, or that an update gives to keys of an index. */
function ofConditions(part: JsonObject, keys: KeyTypes): string | undefined {
  const names = isJsonObject(part.ExpressionAttributeNames) ? part.ExpressionAttributeNames : {}
  const values = isJsonObject(part.ExpressionAttributeValues) ? part.ExpressionAttributeValues : {}
  const text = `${part.KeyConditionExpression ?? ''} ${part.UpdateExpression ?? ''}`
  for (const pattern of [COMPARISON, PREFIX, RANGE])
    for (const [, operand = '', ...compared] of text.matchAll(pattern)) {
      const name = String(names[operand] ?? operand)
      const type = keys.get(name)
      if (type === undefined) continue
      for (const value of compared) {
        const key = textOf(values[value])
        if (key === '')
          return `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`
        if (key !== undefined && Buffer.byteLength(key) > MOST_BYTES[type]) return TOO_LONG[type]
      }
    }
  return undefined
}

const textOf = (value: Json | undefined): string | undefined =>
  isJsonObject(value) && typeof value.S === 'string' ? value.S : undefined

/** The keys of a table and of all its indexes. */
export function keyTypesOf({ create }: TableDefinition): (readonly [name: string, type: 'HASH' | 'RANGE'])[] {
  const indexes = [...(create.GlobalSecondaryIndexes ?? []), ...(create.LocalSecondaryIndexes ?? [])]
  const schemas = [create.KeySchema, ...indexes.map(({ KeySchema }) => KeySchema)]
  return schemas.flatMap((schema = []) =>
    schema.flatMap(({ AttributeName, KeyType }) =>
      AttributeName !== undefined && KeyType !== undefined ? [[AttributeName, KeyType] as const] : [],
    ),
  )
}
