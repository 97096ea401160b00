import { randomUUID } from 'node:crypto'
import { allows } from '../../domain/api-keys/scopes.ts'
import { isJsonObject } from '../../domain/body/json-object.ts'
import { Failure } from '../command-line/failure.ts'
import { isUnderWay } from './checks/imports.ts'
import type { Client, Received } from './client.ts'
import { asKey, asSlug, type Context } from './context.ts'
import { jsonOf } from './expect.ts'
import { Unexpected } from './failures.ts'
import { PICTURES, WEBHOOKS } from './made.ts'

/** The scopes without which the writes of the checks would be refused. */
export const SCOPES_FOR_WRITING = ['products:write', 'categories:write']

/**
 * Finds out what the checks can use: the business, its first products, the scopes of the key. Throws `Failure` for a
 * key or a slug with which no check can run. A response that is broken in another way is left to the checks.
 */
export async function prepare(
  client: Client,
  { token, slug }: { token?: string | undefined; slug?: string | undefined },
): Promise<Context> {
  const run = randomUUID().slice(0, 13)
  const context: Context = {
    client,
    token,
    slug,
    scopes: [],
    products: [],
    webhookCount: undefined,
    runningImport: undefined,
    takesPictures: true,
    isReadOnly: false,
    run,
    made: {},
  }
  if (token !== undefined) {
    await readKey(context)
    await findRunningImport(context)
    await findMedia(context)
    await findReadOnly(context)
  }
  if (allows(context.scopes, 'webhooks:write')) await countWebhooks(context)
  if (context.slug !== undefined) await readBusiness(context)
  return context
}

async function readKey(context: Context): Promise<void> {
  const current = await attempt(context.client.send('/admin/api-keys/current', { headers: asKey(context) }))
  refuseKey(current)
  const { scopes } = bodyOf(current)
  if (!Array.isArray(scopes)) return
  context.scopes = scopes.map(String)
  const missing = SCOPES_FOR_WRITING.filter((scope) => !allows(context.scopes, scope))
  if (missing.length > 0)
    throw new Failure(
      `the API key does not have ${missing.join(' and ')}: use a key with ${SCOPES_FOR_WRITING.join(' and ')}`,
    )
  const business = await attempt(context.client.send('/business', { headers: asKey(context) }))
  const { slug } = bodyOf(business)
  if (typeof slug !== 'string') return
  if (context.slug !== undefined && context.slug !== slug)
    throw new Failure(`the API key belongs to "${slug}", not to "${context.slug}": remove --slug`)
  context.slug = slug
}

async function countWebhooks(context: Context): Promise<void> {
  const { client } = context
  const { count } = bodyOf(await attempt(client.send(WEBHOOKS, { headers: asKey(context) })))
  if (typeof count === 'number') context.webhookCount = count
}

async function findRunningImport(context: Context): Promise<void> {
  const { client } = context
  const { data } = bodyOf(await attempt(client.send('/admin/imports?limit=1', { headers: asKey(context) })))
  const [newest] = Array.isArray(data) ? data.filter(isJsonObject) : []
  if (newest && isUnderWay(newest)) context.runningImport = String(newest.id)
}

/** Without the setting there is no path; with it, a key that cannot list pictures is 403. */
async function findMedia(context: Context): Promise<void> {
  const { code } = bodyOf(
    await attempt(context.client.send(`${PICTURES}?limit=1`, { headers: asKey(context) })),
  )
  context.takesPictures = code !== 'route_not_found'
}

/** By a write that is refused before it can have an effect: for its parameter, or before that because nothing can be written. */
async function findReadOnly(context: Context): Promise<void> {
  const request = { method: 'POST', headers: asKey(context) }
  const { code } = bodyOf(await attempt(context.client.send('/admin/products?smoke=1', request)))
  context.isReadOnly = code === 'read_only'
}

function refuseKey(response: Received | undefined): void {
  const { code } = bodyOf(response)
  if (code === 'invalid_api_key')
    throw new Failure(
      'this deployment refuses the API key: it is unknown, revoked or expired, or not allowed from this address',
    )
  if (code === 'business_suspended')
    throw new Failure('the business of the API key is suspended: resume it, or use another key')
}

async function readBusiness(context: Context): Promise<void> {
  const { client } = context
  const headers = asSlug(context)
  const business = await attempt(client.send('/business', { headers }))
  const { code } = bodyOf(business)
  if (code === 'business_not_found')
    throw new Failure(`this deployment has no active business "${context.slug}": check --slug`)
  const { data } = bodyOf(await attempt(client.send('/products?limit=2', { headers })))
  if (Array.isArray(data)) context.products = data.filter(isJsonObject)
}

/** A response, or undefined without one: the checks report that. */
async function attempt(response: Promise<Received>): Promise<Received | undefined> {
  try {
    return await response
  } catch (error) {
    if (error instanceof Unexpected) return undefined
    throw error
  }
}

function bodyOf(response: Received | undefined) {
  try {
    return response ? jsonOf(response) : {}
  } catch (error) {
    if (error instanceof Unexpected) return {}
    throw error
  }
}
