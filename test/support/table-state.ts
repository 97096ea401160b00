import { isDeepStrictEqual } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  paginateScan,
} from '@aws-sdk/lib-dynamodb'
import { inject } from 'vitest'
import { restore } from '../../lib/data/storefront/card-text.ts'
import { tableName } from '../../lib/environment.ts'
import { type Item, legible } from './items.ts'

type Keys = ReadonlyMap<string, { pk: string; sk: string }>

/** The items under some keys: by the key, as JSON with members in one order. */
export type TableState = ReadonlyMap<string, Item>

/** Past every proxy, to the engine itself. */
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: inject('table').endpoint }))

/** Reads every item there is under these keys. */
export async function readState(keys: Keys): Promise<TableState> {
  const table = tableName()
  const wanted = [...keys.values()]
  const state = new Map<string, Item>()
  while (wanted.length > 0) {
    const RequestItems = { [table]: { Keys: wanted.splice(0, 100), ConsistentRead: true } }
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(new BatchGetCommand({ RequestItems }))
    for (const item of (Responses[table] ?? []) as Item[]) state.set(`${item.pk}\n${item.sk}`, legible(item))
    wanted.push(...((UnprocessedKeys[table]?.Keys ?? []) as { pk: string; sk: string }[]))
  }
  return state
}

/** Everything in a table of a file's own, as it lies there. */
export async function wholeTable(): Promise<TableState> {
  const scan = paginateScan({ client }, { TableName: tableName(), ConsistentRead: true })
  const pages = await Array.fromAsync(scan)
  const items = pages.flatMap(({ Items = [] }) => Items as Item[])
  return new Map(items.map((item) => [`${item.pk}\n${item.sk}`, item]))
}

/** Makes the table, which holds `now` under some keys, hold `then` there. */
export async function restoreState(then: TableState, now: TableState): Promise<void> {
  const lost = [...then].filter(([name, item]) => !isDeepStrictEqual(item, now.get(name)))
  const left = [...now].filter(([name]) => !then.has(name))
  const writes = [
    ...lost.map(([, Item]) => ({ PutRequest: { Item } })),
    ...left.map(([, { pk, sk }]) => ({ DeleteRequest: { Key: { pk, sk } } })),
  ]
  while (writes.length > 0)
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName()]: writes.splice(0, 25) } }))
}

/** Members that only say when something was written, and how many others did so. */
const TIMES = new Set([
  'ttl',
  'expires_at',
  'lease_until',
  'previous_until',
  'older_until',
  'adjusted_at',
  'spread',
  'rev',
])
/** The shown characters of a token. Quotes inside JSON inside JSON have backslashes. */
const SHOWN = /(\\*"(?:prefix|last4)\\*":\\*")\w+/g
/** The request and the caller of a change, in its event: another one in each trial. */
const CAUSE = /(\\*"(?:request_id|actor|key_id|instance)\\*":\\*"(?:urn:uuid:)?)[0-9a-f]{8}-[0-9a-f-]{27}/g
/** The beginning of the ids of events of a time, and the part of a webhook's place that its id chooses. */
const TIME_OF_IDS = /evt_[0-9a-f]{8}-[0-9a-f]{4}(?!-)/g
/** The beginning of the place of a change among the changes, and of the mark of an import among these. */
const TIME_OF_CHANGE = /^[0-9a-f]{12}(?=[0-9a-f]{8}-|CATEGORY#|#)/
const SECRET = /whsec_[\w+/]{43}=/g
const SHARD = /WEBHOOKS#\d/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|\d{13}(?=\.\d)/g

/**
 * A state in words that do not depend on chance: ids are replaced by what they are the ids of, times by a word,
 * and a category's counts are added up. A claim, of which nothing else depends, is left out. `known` are items whose ids other states may still name.
 */
export function inWords(state: TableState, known: TableState): string[] {
  const names = namesIn([...known.values(), ...state.values()])
  const told = [...state.values()].filter(({ type }) => type !== 'idempotency_claim')
  const lines = withoutShards(told).map((item) =>
    names.reduce((text, [id, name]) => text.replaceAll(id, name), JSON.stringify(item, inOrder)),
  )
  return lines.map(withoutChance).sort()
}

const withoutChance = (line: string) =>
  line
    .replaceAll(TIME, '<time>')
    .replaceAll(CAUSE, '$1<cause>')
    .replaceAll(SHOWN, '$1<shown>')
    .replaceAll(TIME_OF_IDS, '<time>')
    .replaceAll(SECRET, '<secret>')
    .replaceAll(SHARD, 'WEBHOOKS#')

const inOrder = (member: string, value: unknown) => {
  if (TIMES.has(member)) return '<time>'
  // Every take of a SKU has one of its own.
  if (member === 'stamp') return '<stamp>'
  if (member === 'card') return restore(String(value), '')
  if (member === 'by_created') return String(value).replace(TIME_OF_CHANGE, '<time>')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Products and keys are known by their names, tokens by the key and its version that first had them, events by what
 * happened to what. The longer ids contain none of the others.
 */
function namesIn(items: readonly Item[]): [id: string, name: string][] {
  const events = items
    .filter(({ type }) => type === 'event')
    .map(({ sk, json, event_type }): [string, string] => {
      const { name } = (JSON.parse(String(json)) as { data: { name: string } }).data
      return [sk, `<${event_type} ${name}>`]
    })
  const adjustments = items
    .filter(({ event_type }) => String(event_type).startsWith('inventory.'))
    .map(({ json, event_type }): [string, string] => [JSON.parse(String(json)).data.id, `<${event_type}>`])
  const products = items
    .filter(({ type }) => type === 'product')
    .map(({ id, name }): [string, string] => [String(id), `<product ${name}>`])
  const keys = items
    .filter(({ type }) => type === 'api_key')
    .flatMap(({ id, name, digest, version }): [string, string][] => [
      [String(digest), `<token of ${name} since ${version}>`],
      [String(id), `<key ${name}>`],
    ])
  const webhooks = items
    .filter(({ type }) => type === 'webhook')
    .map(({ id, description }): [string, string] => [String(id), `<webhook ${description}>`])
  const imports = items
    .filter(({ type }) => type === 'import')
    .map(({ id }): [string, string] => [String(id), '<import>'])
  const deliveries = items
    .filter(({ type }) => type === 'delivery')
    .map(({ sk, event_type }): [string, string] => [
      sk.slice('DELIVERY#evt_'.length),
      `<event ${event_type}>`,
    ])
  return [...events, ...adjustments, ...products, ...keys, ...webhooks, ...imports, ...deliveries]
}

/** Which shard counts a product depends on its id. */
function withoutShards(items: readonly Item[]): Record<string, unknown>[] {
  const counts = new Map<string, { shards: number; n: number; v: number }>()
  for (const { type, sk, n, v = 0 } of items) {
    if (type !== 'category_count') continue
    const category = sk.split('#')[1] ?? ''
    const sum = counts.get(category) ?? { shards: 0, n: 0, v: 0 }
    counts.set(category, { shards: sum.shards + 1, n: sum.n + Number(n), v: sum.v + Number(v) })
  }
  return [
    ...items.filter(({ type }) => type !== 'category_count'),
    ...[...counts].map(([category, count]) => ({ type: 'category_count', category, ...count })),
  ]
}
