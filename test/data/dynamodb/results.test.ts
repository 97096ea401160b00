import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bothOutcomes } from './compare.ts'
import { ATTRIBUTES, ITEMS, LARGE, PARTITIONS, useTableOfAll } from './table.ts'

const TableName = useTableOfAll()

const S = (text: string) => ({ S: text })
const N = (number: number) => ({ N: String(number) })

/** The parts of a Query of an index: the names of its keys, and values for its partitions and sort keys. */
const INDEXES = {
  table: {
    keys: ['pk', 'sk'],
    partition: fc.constantFrom(...PARTITIONS, 'nobody').map(S),
    sort: fc.constantFrom('', '0', '1', 'é', 'éé5', '￿').map(S),
  },
  'by-blob': {
    keys: ['pk', 'blob'],
    partition: fc.constantFrom(...PARTITIONS).map(S),
    sort: fc.constantFrom([], [1], [1, 128], [3, 200]).map((bytes) => ({ B: Uint8Array.from(bytes) })),
  },
  'by-rank': {
    keys: ['group', 'rank'],
    partition: fc.constantFrom(...PARTITIONS, 'odd').map(S),
    sort: fc.constantFrom(-1.5, -1, 0, 1.5, 1e20).map(N),
  },
  'some-by-rank': {
    keys: ['group', 'rank'],
    partition: fc.constantFrom(...PARTITIONS, 'odd').map(S),
    sort: fc.constantFrom(-1.5, 0.5).map(N),
  },
} as const

const SORT_CONDITIONS = [
  '',
  ' AND #s = :s',
  ' AND #s < :s',
  ' AND #s >= :s',
  ' AND #s BETWEEN :s AND :t',
  ' AND begins_with(#s, :s)',
] as const

const FILTERS = [
  undefined,
  'attribute_exists(#v)',
  'attribute_type(#v, :type)',
  'size(#v) > :size',
  'contains(#v, :text) OR #v = :bytes',
  'NOT #v IN (:text, :bytes, :none, :map)',
] as const
const FILTER_VALUES = {
  ':type': S('SS'),
  ':size': N(1),
  ':text': S('é'),
  ':bytes': { B: Uint8Array.from([0, 255, 254, 10]) },
  ':none': { NULL: true },
  ':map': { M: { inner: S('in') } },
}

const names = [...ATTRIBUTES.keys()].map((n) => `#a${n}`)
/** Whole attributes, or what is inside of one. */
const projection = fc.oneof(
  fc.constant(undefined),
  fc.subarray([...names, 'pk', 'nowhere'], { minLength: 1 }),
  fc.subarray(['#a0.#inner', '#a0.#list[1]', 'pk'], { minLength: 1 }),
  fc.subarray(['#a0[1].deep[0]', 'sk'], { minLength: 1 }),
)

/** Only those that are named in an expression may be in its dictionary. */
const used = (dictionary: Record<string, unknown>, ...expressions: (string | undefined)[]) => {
  const words = expressions.flatMap((expression) => expression?.match(/[#:]\w+/g) ?? [])
  const entries = Object.entries(dictionary).filter(([name]) => words.includes(name))
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

const NAMES = {
  '#inner': 'inner',
  '#list': 'list',
  '#v': 'value',
  ...Object.fromEntries(names.map((name, n) => [name, ATTRIBUTES[n]])),
}

const ReturnConsumedCapacity = fc.constantFrom('NONE', 'TOTAL', 'INDEXES')

const query = fc.constantFrom(...(Object.keys(INDEXES) as (keyof typeof INDEXES)[])).chain((name) => {
  const { keys, partition, sort } = INDEXES[name]
  return fc
    .record({
      partition,
      sort,
      upper: sort,
      condition: fc.oneof(fc.constant(''), fc.constantFrom(...SORT_CONDITIONS)),
      filter: fc.constantFrom(...FILTERS),
      projection,
      startAt: fc.option(fc.constantFrom(...ITEMS), { freq: 2 }),
      ConsistentRead: fc.boolean(),
      Select: fc.constantFrom('COUNT', name === 'table' ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES'),
      options: fc.record(
        { Limit: fc.integer({ min: 1, max: 20 }), ScanIndexForward: fc.boolean(), ReturnConsumedCapacity },
        { requiredKeys: [] },
      ),
    })
    .map((made) => {
      const conditions = `#p = :p${made.condition}`
      const filter = made.filter
      const projected = made.projection?.join(', ')
      const values = { ':p': made.partition, ':s': made.sort, ':t': made.upper, ...FILTER_VALUES }
      const startAt = made.condition ? null : made.startAt
      return {
        TableName,
        ...(name !== 'table' && { IndexName: name }),
        KeyConditionExpression: conditions,
        FilterExpression: filter,
        ProjectionExpression: projected,
        ExpressionAttributeNames: used(
          { '#p': keys[0], '#s': keys[1], ...NAMES },
          conditions,
          filter,
          projected,
        ),
        ExpressionAttributeValues: used(values, conditions, filter),
        ...(startAt && {
          ExclusiveStartKey: {
            ...Object.fromEntries(['pk', 'sk', ...keys].map((key) => [key, startAt[key]])),
            [keys[0]]: made.partition,
          },
        }),
        ...(!projected && { Select: made.Select }),
        // Some wrong ones are asked for, too.
        ...((keys[0] === 'pk' || made.startAt) && { ConsistentRead: made.ConsistentRead }),
        ...made.options,
      }
    })
})

const get = fc
  .record({
    item: fc.option(fc.constantFrom(...ITEMS), { freq: 5 }),
    projection,
    options: fc.record({ ConsistentRead: fc.boolean(), ReturnConsumedCapacity }, { requiredKeys: [] }),
  })
  .map(({ item, projection, options }) => {
    const projected = projection?.join(', ')
    return {
      TableName,
      Key: { pk: item?.pk ?? S('nobody'), sk: item?.sk ?? S('nowhere') },
      ProjectionExpression: projected,
      ExpressionAttributeNames: used(NAMES, projected),
      ...options,
    }
  })

describe('each call has the same outcome as with the SDK', () => {
  test.each([
    { operation: 'Query', input: query, numRuns: 200 },
    { operation: 'GetItem', input: get, numRuns: 60 },
  ] as const)('$numRuns generated calls of $operation', async ({ operation, input, numRuns }) => {
    let withItems = 0
    const property = fc.asyncProperty<[object]>(input, async (made) => {
      const [ours, theirs] = await bothOutcomes(operation, made)
      expect(ours).toStrictEqual(theirs)
      const { output } = ours as { output?: { Items?: object[]; Item?: object } }
      if (output?.Item ?? output?.Items?.length) withItems++
    })
    await fc.assert(property, { numRuns, seed: 1 })
    expect(withItems).toBeGreaterThan(numRuns / 4)
  })

  test('from page to page of a list larger than a response', async () => {
    const counts: number[] = []
    let from: unknown
    do {
      const input = {
        TableName,
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: { ':p': S(LARGE) },
        ExclusiveStartKey: from,
      }
      const [ours, theirs] = await bothOutcomes('Query', input)
      expect(ours).toStrictEqual(theirs)
      const { output } = ours as { output: { Count: number; LastEvaluatedKey?: object } }
      counts.push(output.Count)
      from = output.LastEvaluatedKey
    } while (from)
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.reduce((sum, count) => sum + count)).toBe(5)
  })
})
