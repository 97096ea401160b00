import type { Route } from '../route.ts'

/** Who waits for a function: the gateway before every route, shops, or a merchant's automations. */
export type FunctionKind = 'authorizer' | 'public' | 'admin'

/** The kind of an endpoint: what is open to everybody counts as public. */
export const kindOf = (access: Route['access']): FunctionKind =>
  access === 'public' || access === 'none' ? 'public' : 'admin'

/**
 * In MB; for this much Lambda gives a whole vCPU, and for less a share in proportion. A handler uses one at most.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
export const VCPU_MB = 1769

/**
 * Memory of a function in MB. A shop waits for its public reads and for the authorizer before them, which compute more
 * than they wait: they get a whole vCPU. A merchant's automations mostly wait for transactions (docs/decisions/0015).
 */
export const memoryFor = (kind: FunctionKind) => (kind === 'admin' ? 1024 : VCPU_MB)

/** In seconds. Less than the gateway waits, 30 s for an endpoint, so that this can still say that it took too long. */
export const timeoutSecondsFor = (kind: FunctionKind) =>
  // For an authorizer it waits 10 s; that one gives up after 8 (lib/access/identify.ts).
  kind === 'authorizer' ? 10 : 28
