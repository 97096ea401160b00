import { type ApiKey, isLive } from '../../domain/api-keys/api-key.ts'
import { mintToken, tokenDigest } from '../../domain/api-keys/token.ts'
import { Refusal, type Step } from '../table/commit.ts'
import { apiKeyKey } from '../table/keys.ts'
import { isStill, type WriteOptions } from '../table/versions.ts'
import { type ApiKeyItem, readApiKey } from './api-keys.ts'
import { type Roster, readRoster } from './roster.ts'

/**
 * How keys are made and changed. `maker` is the key of the request. It can change no key that has more rights
 * than it has itself, and its change is decided on the same version of the roster as everything that could end or narrow
 * it meanwhile. Without a maker it is the operator's change, and everything is allowed.
 */
export interface KeyWriteOptions extends WriteOptions<ApiKey> {
  maker?: string
}

/** A key and its token, which exists nowhere else. */
export interface IssuedKey {
  apiKey: ApiKey
  token: string
}

/** The digests of the tokens of a key. */
export type Digests = Pick<ApiKeyItem, 'digest' | 'previous_digest'>

/**
 * The roster, and the key of the request (the maker), on which a change of a key is decided. Throws the `Refusal`
 * `own_key_ended` if the maker was revoked after the authorizer let it in, or if the business is being deleted.
 */
export async function readDecisive(
  businessId: string,
  { maker: makerId }: KeyWriteOptions,
  now: Date,
): Promise<{ roster: Roster; maker: ApiKey | undefined }> {
  // The roster first: a later read is not older than the version that the write is conditioned on.
  const roster = await readRoster(businessId)
  // Its tokens are unknown by now or will be in a moment: this is a key that has ended.
  if (roster.is_closed) throw new Refusal('own_key_ended')
  if (makerId === undefined) return { roster, maker: undefined }
  const maker = (await readApiKey(businessId, makerId))?.apiKey
  if (!maker || !isLive(maker, now)) throw new Refusal('own_key_ended')
  return { roster, maker }
}

/** The step that writes a key on the condition that it is still as it was. */
export function putKey(
  businessId: string,
  before: ApiKey | undefined,
  after: ApiKey,
  digests: Digests,
): Step {
  // The time of the last use is in the rate item, where it costs no extra write.
  const { last_used_at: _, ...stored } = after
  return {
    write: {
      Put: {
        Item: { ...apiKeyKey(businessId, after.id), type: 'api_key', ...stored, ...digests },
        ...isStill(before),
      },
    },
    refusal: 'version_changed',
  }
}

/** A new token, what is stored of it, and what is shown of it later. */
export function freshToken() {
  const token = mintToken()
  return {
    token,
    digest: tokenDigest(token),
    shown: { prefix: token.slice(0, 8), last4: token.slice(-4) },
  }
}

/** True if something that ends does so in the future. */
export const isInForce = (end: string | null, now: Date) => end !== null && Date.parse(end) > now.getTime()
