import { kindOf } from '../infra/function-kind.ts'
import { routesOf } from '../infra/route-keys.ts'
import type { Settings } from '../infra/settings/settings.ts'
import { BACKGROUND } from '../routes.ts'

/**
 * AWS keeps so many instances for functions without a reservation, if the account has more than these:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const KEPT_UNRESERVED = 100

/** A new account's limit, which a shop outgrows with its first campaign. */
const OF_A_NEW_ACCOUNT = 10
const ENOUGH_TO_START = 1_000

/** The instances that the settings reserve, of all functions together. */
export function reservedInstances({
  reservedConcurrency,
  media,
}: Pick<Settings, 'reservedConcurrency' | 'media'>): number {
  const kinds = routesOf({ media }).map(({ access }) => kindOf(access))
  const count = { authorizer: 1, public: 1, admin: 0 }
  for (const kind of kinds) count[kind] += 1
  const { authorizer = 0, public: ofPublic = 0, admin = 0, background = 0 } = reservedConcurrency
  return (
    authorizer * count.authorizer +
    ofPublic * count.public +
    admin * count.admin +
    background * BACKGROUND.length
  )
}

/** Why AWS would refuse the reservation in an account that can run `limit` functions at once; undefined if it can be made. */
export function reservationFault(reserved: number, limit: number): string | undefined {
  const most = Math.max(0, limit - KEPT_UNRESERVED)
  if (reserved <= most) return undefined
  return `reservedConcurrency: all functions together reserve ${reserved} instances, but this account has a limit of ${limit}, of which ${KEPT_UNRESERVED} cannot be reserved. Lower the setting, or request a higher limit under Service Quotas, AWS Lambda, "Concurrent executions".`
}

/** Advice about the account's concurrency limit; undefined if the limit is enough to begin with. */
export function concurrencyAdvice(limit: number): string | undefined {
  if (limit >= ENOUGH_TO_START) return undefined
  const isNew = limit <= OF_A_NEW_ACCOUNT ? ', as in every new account' : ''
  return `This account can run ${limit} functions at once in this region${isNew}. A request needs two. Request ${ENOUGH_TO_START.toLocaleString('en-US')} under Service Quotas, AWS Lambda, "Concurrent executions", before many shoppers come.`
}
