import { randomBytes } from 'node:crypto'
import { isJsonObject, type JsonObject } from '../domain/body/json-object.ts'
import { putItem, readItem } from './table/calls/writer.ts'
import * as keys from './table/keys.ts'
import { TTL_ATTRIBUTE } from './table/schema.ts'

/** The owner and the kind of a plan: another API key does not find it, and neither does the endpoint of another kind. */
export interface PlanOwner {
  businessId: string
  apiKeyId: string
  of: 'products' | 'stock'
}

/** A body that was tried, made to change only what was shown, and its summary. */
export interface Plan {
  body: JsonObject
  summary: string
}

interface PlanItem extends keys.Key {
  body: string
  summary: string
  /** Seconds since the epoch. */
  expires_at: number
}

/** Shorter than a response is kept: while there is a plan, there is the record of each operation that it has carried out. */
export const PLAN_LIFE_S = 60 * 60

/** The most bytes of the body of a plan, in JSON. An item has 400 KB at most. */
export const MOST_PLAN_BYTES = 256 * 1024

/** Keeps a plan for an hour. Returns its random id, its end and its summary; undefined if it is larger than 256 KB. */
export async function keepPlan(owner: PlanOwner, { body, summary }: Plan, now = new Date()) {
  const json = JSON.stringify(body)
  if (Buffer.byteLength(json) > MOST_PLAN_BYTES) return undefined
  const id = randomBytes(9).toString('base64url')
  const expires_at = seconds(now) + PLAN_LIFE_S
  const item: PlanItem & { type: string } = {
    ...keyOf(owner, id),
    type: 'plan',
    body: json,
    summary,
    expires_at,
  }
  await putItem({ ...item, [TTL_ATTRIBUTE]: expires_at })
  return { id, expires_at: new Date(expires_at * 1000).toISOString(), summary }
}

/** The plan of this id, or undefined if there is none, or it is over. */
export async function findPlan(owner: PlanOwner, id: string, now = new Date()): Promise<Plan | undefined> {
  const item = await readItem<PlanItem>(keyOf(owner, id))
  if (!item || item.expires_at <= seconds(now)) return undefined
  const body: unknown = JSON.parse(item.body)
  if (!isJsonObject(body)) throw new Error('the body of a plan is not an object')
  return { body, summary: item.summary }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

const keyOf = ({ businessId, apiKeyId, of }: PlanOwner, id: string): keys.Key =>
  keys.planKey(businessId, apiKeyId, `${of}#${id}`)
