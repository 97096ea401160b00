import type { Route } from '../route.ts'

/** Who makes a function run: those whom its route lets in, or the gateway before every route. */
export type Callers = Route['access'] | 'gateway'

/**
 * In MB; for this much Lambda gives a whole vCPU, and for less a share in proportion. A handler uses one at most.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
export const VCPU_MB = 1769

/**
 * Memory of a function in MB. A shop waits for its public reads and for the authorizer before them, which compute more
 * than they wait: they get a whole vCPU. A merchant's automations mostly wait for transactions (docs/decisions/0015).
 */
export const memoryFor = (callers: Callers) =>
  ['gateway', 'public', 'none'].includes(callers) ? VCPU_MB : 1024
