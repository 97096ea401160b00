import type { BackgroundFunction } from '../../api/route.ts'
import { BACKGROUND, DOCUMENTATION, UNMATCHED } from '../../api/routes.ts'
import { type FunctionKind, isKeptReady, kindOf, memoryFor } from '../../infra/function-kind.ts'
import { routesOf } from '../../infra/route-keys.ts'
import type { Settings } from '../../infra/settings/settings.ts'

/**
 * AWS keeps this many instances for functions without a reservation, if the account has more than these:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const KEPT_UNRESERVED = 100

/** A new account's limit, which a shop outgrows with its first campaign. */
const OF_A_NEW_ACCOUNT = 10
const ENOUGH_TO_START = 1_000

/** Every function of a deployment: its kind, and its memory in MB. */
function functionsOf({ media }: Pick<Settings, 'media'>): { kind: FunctionKind; memoryMb: number }[] {
  const of = (kind: FunctionKind, memoryMb = memoryFor(kind)) => ({ kind, memoryMb })
  const background: readonly BackgroundFunction[] = BACKGROUND
  return [
    of('authorizer'),
    ...routesOf({ media }).map(({ access, memoryMb }) => of(kindOf(access), memoryMb)),
    ...[DOCUMENTATION, UNMATCHED].map(() => of('public')),
    ...background.map(({ memoryMb }) => of('background', memoryMb)),
  ]
}

/** The instances that the settings reserve, of all functions together. */
export const reservedInstances = ({
  reservedConcurrency,
  media,
}: Pick<Settings, 'reservedConcurrency' | 'media'>): number =>
  functionsOf({ media }).reduce((sum, { kind }) => sum + (reservedConcurrency[kind] ?? 0), 0)

/**
 * US dollars for a GB-second of an instance of arm64 that is kept ready, in us-east-1, whether it works or not.
 * https://aws.amazon.com/lambda/pricing/
 */
const KEPT_READY_GB_SECOND_USD = 0.0000033334

const MONTH_S = 30 * 24 * 60 * 60

/** The instances that the settings keep ready, of all functions together, and their US dollars for 30 days in us-east-1. */
export function keptReady({
  provisionedConcurrency,
  media,
}: Pick<Settings, 'provisionedConcurrency' | 'media'>): { instances: number; usdAMonth: number } {
  const sum = { instances: 0, usdAMonth: 0 }
  for (const { kind, memoryMb } of functionsOf({ media })) {
    const instances = isKeptReady(kind) ? (provisionedConcurrency[kind] ?? 0) : 0
    sum.instances += instances
    sum.usdAMonth += instances * (memoryMb / 1024) * MONTH_S * KEPT_READY_GB_SECOND_USD
  }
  return sum
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
