import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { shopKey } from '../../lib/data/table/keys.ts'
import { tableName } from '../../lib/environment.ts'
import { legible } from '../support/items.ts'
import type { Seen } from './deletion-callers.ts'
import { hold } from './run.ts'

/** Whatever was taken from a key is gone everywhere after this; what a name leads to, after that. */
const KEYS_END_MS = 5_000
export const NAMES_END_MS = 60_000
/** How long nobody can take the slugs. */
const HELD_MS = 150_000
/** The command starts, and whoever waits for a slug asks now and then. */
const LATE_MS = 20_000

/** A business that is to be deleted. Every product of it bears its mark. */
export interface Shop {
  id: string
  token: string
  mark: string
  /** Its slug and a former one, which others are waiting for. */
  wanted: [current: string, former: string]
  /** A former slug that nobody wants. */
  unwanted: string
}

/** A business that has taken a slug, and the time, in milliseconds since the epoch. */
export interface Heir {
  id: string
  slug: string
  at: number
}

/** Keys end with their tokens, names within a minute. */
export function judgeCalls(seen: readonly Seen[], { mark }: Shop, tokensGoneAt: number): void {
  for (const one of seen) {
    const after = one.askedAt - tokensGoneAt
    const shown = () =>
      `${one.who} ${after} ms after the tokens went: ${one.status} ${one.text.slice(0, 200)}`
    if (one.who === 'write' || one.who === 'mint') hold(after < KEYS_END_MS || one.status >= 400, shown)
    else if (one.who !== 'visit') hold(after < NAMES_END_MS || !one.text.includes(mark), shown)
    if (one.who === 'read by uuid') hold(after < NAMES_END_MS || one.status === 404, shown)
  }
}

/** Checks that a slug leads to its new business alone, also through a cache. */
export function judgeHeirs(
  seen: readonly Seen[],
  { mark }: Shop,
  heirs: readonly Heir[],
  begunAt: number,
): void {
  for (const { slug, at } of heirs) {
    hold(at - begunAt >= HELD_MS, () => `${slug} was taken after ${at - begunAt} ms`)
    hold(at - begunAt < HELD_MS + LATE_MS, () => `${slug} was held for ${at - begunAt} ms`)
    const theirs = seen.filter((one) => one.name === slug && one.askedAt >= at)
    const leak = theirs.find(({ text }) => text.includes(mark))
    hold(!leak, () => `${leak?.who} of ${slug}: ${leak?.text.slice(0, 200)}`)
    hold(theirs.at(-1)?.status === 200, () => `${slug} leads nowhere`)
  }
}

const client = () => DynamoDBDocumentClient.from(new DynamoDBClient({}))

/** Nothing names the business, and of its slugs there is a tombstone each, or what the heirs have. */
export async function checkTable({ id, unwanted }: Shop, heirs: readonly Heir[]): Promise<void> {
  const rows = new Map<string, unknown>()
  for await (const { Items = [] } of paginateScan(
    { client: client() },
    { TableName: tableName(), ConsistentRead: true },
  ))
    for (const item of Items) {
      hold(!JSON.stringify(legible(item)).includes(id), () => `left in the table: ${JSON.stringify(item)}`)
      if (String(item.pk).startsWith(shopKey('').pk)) rows.set(String(item.pk), item)
    }
  for (const heir of heirs) {
    const row = rows.get(shopKey(heir.slug).pk) as Record<string, unknown> | undefined
    hold(row?.business_id === heir.id, () => `${heir.slug} is ${JSON.stringify(row)}`)
  }
  const tombstone = rows.get(shopKey(unwanted).pk)
  const members = Object.keys(tombstone ?? {}).sort()
  hold(`${members}` === 'pk,sk,status,ttl,type,until', () => `${unwanted} is ${JSON.stringify(tombstone)}`)
}
