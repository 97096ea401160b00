import { adminApiKey } from '../../domain/admin-view.ts'
import { type ApiKey, isLive } from '../../domain/api-keys/api-key.ts'
import { SCOPES } from '../../domain/api-keys/scopes.ts'
import type { Business } from '../../domain/business.ts'
import { inColumns } from '../command-line/columns.ts'
import type { CommonOptions } from '../common-options.ts'

/** Prints one key, without its token, which is nowhere. */
export function showKey(apiKey: ApiKey, { json }: CommonOptions): void {
  if (json) {
    console.log(JSON.stringify(adminApiKey(apiKey), null, 2))
    return
  }
  const { scopes, allowed_ips, rate_limit, ...fields } = adminApiKey(apiKey)
  const rows = {
    ...fields,
    scopes: scopes.join(' '),
    allowed_ips: allowed_ips.join(' ') || 'any',
    rate_limit: `${rate_limit.per_second}/s, burst ${rate_limit.burst}`,
  }
  const shown = Object.entries(rows).filter(([, value]) => value !== null)
  console.log(shown.map(([field, value]) => `${field.padEnd(21)}${value}`).join('\n'))
}

/** Prints keys, a line each beneath headings, or that there are none. */
export function showKeys(apiKeys: readonly ApiKey[], { slug }: Business, { json }: CommonOptions): void {
  if (json) {
    console.log(JSON.stringify(apiKeys.map(adminApiKey), null, 2))
    return
  }
  const now = new Date()
  const rows = apiKeys.map((apiKey) => rowOf(apiKey, now))
  console.log(
    rows.length > 0 ? inColumns(HEADINGS, rows) : `${slug} has no API keys; create one with key issue`,
  )
}

const HEADINGS = ['ID', 'KEY', 'STATE', 'LAST_USED_AT', 'NAME (SCOPES)']

function rowOf(apiKey: ApiKey, now: Date): string[] {
  const { id, name, prefix, last4, scopes, last_used_at } = apiKey
  const powers = scopes.length === SCOPES.length ? 'all scopes' : scopes.join(' ')
  const lastUse = last_used_at ?? 'never used'
  return [id, `${prefix}…${last4}`, stateOf(apiKey, now), lastUse, `${name} (${powers})`]
}

function stateOf(apiKey: ApiKey, now: Date): string {
  if (apiKey.revoked_at !== null) return 'revoked'
  return isLive(apiKey, now) ? 'live' : 'expired'
}
