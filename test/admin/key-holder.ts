import { vi } from 'vitest'
import type { Verdict } from '../../lib/api/access/verdict.ts'
import { apiKeyKey, rosterKey, tokenKey } from '../../lib/data/table/keys.ts'
import type { ApiKey } from '../../lib/domain/api-keys/api-key.ts'
import { tokenDigest } from '../../lib/domain/api-keys/token.ts'
import type { Business } from '../../lib/domain/business.ts'
import { type Item, itemsIn } from '../support/items.ts'
import { makeBusiness, makeKey } from '../support/shop.ts'
import { askAs, type Merchant } from './merchant.ts'

/** A business and one of its keys. */
export interface Holder extends Merchant {
  apiKey: ApiKey
  /** The path of this key. */
  path: string
}

type KeyInput = Parameters<typeof makeKey>[1]

/** A key that may do everything unless the input says otherwise, in a business of its own unless one is given. */
export async function makeHolder(input: KeyInput = {}, business?: Business): Promise<Holder> {
  const owner = business ?? (await makeBusiness())
  const { apiKey, token } = await makeKey(owner, input)
  const ask: Merchant['ask'] = (...sent) => askAs(token, ...sent)
  return { business: owner, apiKey, token, path: `/admin/api-keys/${apiKey.id}`, ask }
}

/** The keys of a business and its roster, as they lie in the table. */
export const accessItemsOf = (businessId: string): Promise<Item[]> => itemsIn(apiKeyKey(businessId, '').pk)

/** How often a key of this business was made or changed. */
export const rosterVersionOf = async (businessId: string) => {
  const { sk } = rosterKey(businessId)
  return Number((await accessItemsOf(businessId)).find((item) => item.sk === sk)?.version ?? 0)
}

/** The item of a token; undefined for one that is removed or never existed. */
export const tokenItemOf = async (token: string): Promise<Item | undefined> =>
  (await itemsIn(tokenKey(tokenDigest(token)).pk))[0]

/** The verdicts on these tokens by a new instance of the authorizer: `good`, or the denial. */
export async function freshVerdicts(tokens: readonly string[], sourceIp = '192.0.2.1'): Promise<string[]> {
  const identify = await coldInstance()
  const verdicts = await Promise.all(tokens.map((token) => identify(token, sourceIp)))
  return verdicts.map((verdict) => ('denial' in verdict ? verdict.denial : 'good'))
}

/** An instance of the authorizer with empty caches: what it says of a token on a public path. */
export async function coldInstance(): Promise<(token: string, sourceIp?: string) => Promise<Verdict>> {
  vi.resetModules()
  const { identify } = await import('../../lib/api/access/identify.ts')
  return (token, sourceIp = '192.0.2.1') => {
    const authorization = `Bearer ${token}`
    const credentials = { authorization, slug: undefined, uuid: undefined, aliases: [], sourceIp }
    return identify('GET /api/v1/business', credentials)
  }
}
