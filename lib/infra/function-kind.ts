import type { Route } from '../api/route.ts'

/** Functions by who waits for them: the gateway before every route, shops, a merchant's automations, or nobody. */
export type FunctionKind = 'authorizer' | 'public' | 'admin' | 'background'

/** The kind of an endpoint: what is open to everybody counts as public. */
export const kindOf = (access: Route['access']): 'public' | 'admin' =>
  access === 'public' || access === 'none' ? 'public' : 'admin'

/**
 * True for the kinds that a setting can keep ready: those that shoppers wait for. For `/admin` it would be two resources and
 * about $9 a month for each of about 50 functions.
 */
export const isKeptReady = (kind: FunctionKind): kind is 'authorizer' | 'public' =>
  kind === 'authorizer' || kind === 'public'

/**
 * In MB; for this much Lambda gives a whole vCPU, and for less a share in proportion. A handler uses one at most.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
const VCPU_MB = 1769

/**
 * Memory of a function in MB. A shop waits for its public reads and for the authorizer before them, which compute more
 * than they wait: they get a whole vCPU. A merchant's automations mostly wait for transactions (docs/decisions/0015).
 * Background functions wait most, for the endpoints of webhooks, up to 15 s each.
 */
export const memoryFor = (kind: FunctionKind) => MEMORY_MB[kind]

const MEMORY_MB = { authorizer: VCPU_MB, public: VCPU_MB, admin: 1024, background: 512 }

/**
 * In seconds. Less than the gateway waits, 30 s for an endpoint, so that this can still say that it took too long. For an
 * authorizer it waits 10 s; that one gives up after 8 (lib/api/access/identify.ts). Background functions have their own.
 */
export const timeoutSecondsFor = (kind: Exclude<FunctionKind, 'background'>): number =>
  kind === 'authorizer' ? 10 : 28
