import { allows, type Scope } from '../../domain/api-keys/scopes.ts'
import type { JsonObject } from '../../domain/body/json-object.ts'
import { RESOURCES } from '../../domain/resources.ts'
import type { Client, Headers } from './client.ts'
import { Stopped } from './failures.ts'

/** The state that the checks of one run share. */
export interface Context {
  client: Client
  token: string | undefined
  scopes: readonly string[]
  slug: string | undefined
  /** The first two published products. */
  products: readonly JsonObject[]
  /** How many webhooks the business has; undefined if the key cannot create any. */
  webhookCount: number | undefined
  /** The import of the business that is under way, of which there is one at a time. */
  runningImport: string | undefined
  /** True if the deployment takes pictures: it has the setting `media`. */
  takesPictures: boolean
  /** True if the deployment refuses writes: it has the setting `readOnly`. */
  isReadOnly: boolean
  /** Unique to the run: in every name of what it creates. */
  run: string
  /** The objects that the run creates, each from the moment at which its request is sent. */
  made: { category?: Made; product?: Made; webhook?: Made; import?: Made; picture?: Made }
  /** Aborted when the run is interrupted: then no check waits any longer. */
  signal?: AbortSignal
}

/** An object that the run creates; `id` and `etag` are there when the response was complete. An import is gone when it has ended. */
interface Made {
  id?: string
  etag?: string
  isGone?: true
}

/** A precondition of a check, which is skipped without it. */
type Need = keyof typeof LACKING

/** One named check. `run` throws `Unexpected` if a response differs from the contract. */
export interface Check {
  name: string
  needs: Need[]
  run(context: Context): Promise<void>
}

export interface Group {
  name: string
  checks: Check[]
}

const NEEDS_KEY = 'needs an API key: set STOREFRONT_API_KEY'

/** The reason why nothing can be written. */
function unwritable({ token, isReadOnly }: Context): string | undefined {
  if (token === undefined) return NEEDS_KEY
  return isReadOnly ? 'the deployment is read-only: setting readOnly' : undefined
}

const scopeNeeded = (scope: Scope) => (context: Context) => {
  if (context.token === undefined) return NEEDS_KEY
  if (!allows(context.scopes, scope)) return `needs the scope ${scope}`
  return scope.endsWith(':write') ? unwritable(context) : undefined
}

const MOST_WEBHOOKS = RESOURCES.webhook.limit

/** The reason why a run cannot have what a check needs; undefined if it has it. */
const LACKING = {
  business: ({ slug }: Context) =>
    slug === undefined ? 'needs a business: --slug or an API key' : undefined,
  products: ({ slug, products }: Context) => {
    if (slug === undefined) return 'needs a business: --slug or an API key'
    return products.length < 2 ? 'needs two published products' : undefined
  },
  key: ({ token }: Context) => (token === undefined ? NEEDS_KEY : undefined),
  writes: unwritable,
  'events:read': scopeNeeded('events:read'),
  'inventory:read': scopeNeeded('inventory:read'),
  'inventory:write': scopeNeeded('inventory:write'),
  'media:write': scopeNeeded('media:write'),
  'the setting media': ({ takesPictures }: Context) =>
    takesPictures ? undefined : 'the deployment does not have the setting media',
  'webhooks:write': scopeNeeded('webhooks:write'),
  'room for a webhook': ({ webhookCount = 0 }: Context) =>
    webhookCount < MOST_WEBHOOKS ? undefined : `the business already has ${MOST_WEBHOOKS} webhooks`,
  'a category': (context: Context) =>
    unwritable(context) ??
    (context.made.category?.id === undefined ? 'the category was not created' : undefined),
  'a product': (context: Context) =>
    unwritable(context) ??
    (context.made.product?.id === undefined ? 'the product was not created' : undefined),
  'an import': (context: Context) =>
    unwritable(context) ?? (context.made.import?.id === undefined ? 'the import was not begun' : undefined),
  'no other import': ({ runningImport }: Context) =>
    runningImport === undefined ? undefined : `the import ${runningImport} is under way`,
  'a webhook': (context: Context) =>
    unwritable(context) ??
    (context.made.webhook?.id === undefined ? 'the webhook was not created' : undefined),
} satisfies Record<string, (context: Context) => string | undefined>

/** The first reason why a check cannot run. */
export const lackOf = (context: Context, { needs }: Check): string | undefined =>
  needs.map((need) => LACKING[need](context)).find((reason) => reason !== undefined)

/** A value that a check has because it is in its `needs`. Throws if it is missing there. */
export function has<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the check uses something that it does not need')
  return value
}

/** Waits between two looks at something that takes time. Throws `Stopped` if the run is interrupted. */
export function pause({ signal }: Context, ms: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => reject(new Stopped())
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  const timer = setTimeout(resolve, ms)
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  })
}

export const asSlug = ({ slug }: Context): { 'x-public-business-slug': string } => ({
  'x-public-business-slug': has(slug),
})

export const asKey = ({ token }: Context): { authorization: string } => ({
  authorization: `Bearer ${has(token)}`,
})

const JSON_TYPE = { 'content-type': 'application/json' }

/** A request with the key and a JSON body. */
export const keyWith = (context: Context, method: string, body: JsonObject, headers: Headers = {}) => ({
  method,
  headers: { ...asKey(context), ...JSON_TYPE, ...headers },
  body: JSON.stringify(body),
})
