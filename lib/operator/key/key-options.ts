import * as v from 'valibot'
import { type ApiKey, DEFAULT_RATE_LIMIT, type NewApiKey, newApiKey } from '../../domain/api-keys/api-key.ts'
import { SCOPES } from '../../domain/api-keys/scopes.ts'
import { schemaFaults } from '../../import/write/schema-faults.ts'
import { Failure } from '../command-line/failure.ts'
import type { CommonOptions } from '../common-options.ts'

/** The options of the key commands, as they were typed. */
export interface KeyOptions extends CommonOptions {
  business: string
  name?: string
  scopes?: string
  expires?: string
  allowIps?: string
  rate?: string
  burst?: string
}

/** The settings of a new key. Throws a `Failure` that names every wrong option. */
export const readNewKey = (options: KeyOptions): NewApiKey =>
  readSettings({ scopes: SCOPES, ...settingsIn(options, DEFAULT_RATE_LIMIT) }, options)

/** A key with what the options say instead of what it was. Throws a `Failure` that names every wrong option. */
export function readChange(apiKey: ApiKey, options: KeyOptions): ApiKey {
  const { name, scopes, expires_at, allowed_ips, rate_limit } = apiKey
  const before = { name, scopes, expires_at, allowed_ips, rate_limit }
  return { ...apiKey, ...readSettings({ ...before, ...settingsIn(options, rate_limit) }, options) }
}

/** True if at least one option sets something of the key. */
export const saysAnything = (options: KeyOptions) =>
  Object.values(settingsIn(options, DEFAULT_RATE_LIMIT)).length > 0

function settingsIn(
  { name, scopes, expires, allowIps, rate, burst }: KeyOptions,
  rateLimit: ApiKey['rate_limit'],
): object {
  return {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes: listed(scopes) }),
    ...(expires !== undefined && { expires_at: expires === 'never' ? null : expires }),
    ...(allowIps !== undefined && { allowed_ips: allowIps === 'any' ? [] : listed(allowIps) }),
    ...((rate !== undefined || burst !== undefined) && {
      rate_limit: {
        per_second: numberOr(rate, rateLimit.per_second),
        burst: numberOr(burst, rateLimit.burst),
      },
    }),
  }
}

const listed = (text: string) => text.split(',').map((part) => part.trim())

/** A text that is not a number stays a text: the schema reports it. */
const numberOr = (text: string | undefined, otherwise: number) =>
  text === undefined ? otherwise : /^\d+$/.test(text) ? Number(text) : text

/** The option that a field comes from. */
const OPTIONS: Record<string, string> = {
  expires_at: 'expires',
  allowed_ips: 'allow-ips',
  'rate_limit.per_second': 'rate',
  'rate_limit.burst': 'burst',
}

function readSettings(settings: object, { expires }: KeyOptions): NewApiKey {
  const result = v.safeParse(newApiKey, settings)
  if (!result.success) {
    const faults = schemaFaults(result.issues).map(({ field, detail }) => {
      const name = field.startsWith('rate_limit') ? field : field.replace(/\..*/, '')
      return `--${OPTIONS[name] ?? name} ${detail}`
    })
    throw new Failure([...new Set(faults)].join('; '))
  }
  const { expires_at = null } = result.output
  const isAsked = expires !== undefined && expires_at !== null
  if (isAsked && Date.parse(expires_at) <= Date.now()) throw new Failure('--expires is in the past')
  return result.output
}
