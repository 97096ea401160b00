import type { BackgroundFunction, Route } from '../route.ts'

/** Who waits for a function: the gateway before every route, shops, a merchant's automations, or nobody. */
export type FunctionKind = 'authorizer' | 'public' | 'admin' | 'background'

/** The kind of an endpoint: what is open to everybody counts as public. */
export const kindOf = (access: Route['access']): 'public' | 'admin' =>
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
export const memoryFor = (kind: FunctionKind) => MEMORY_MB[kind]

const MEMORY_MB: Record<FunctionKind, number> = {
  authorizer: VCPU_MB,
  public: VCPU_MB,
  admin: 1024,
  // Deliveries wait for endpoints; what they hold is 25 events of 64 KB at most.
  background: 512,
}

/**
 * In seconds. Less than the gateway waits, 30 s for an endpoint, so that this can still say that it took too long. For an
 * authorizer it waits 10 s; that one gives up after 8 (lib/access/identify.ts).
 */
const TIMEOUT_S: Record<Exclude<FunctionKind, 'background'>, number> = {
  authorizer: 10,
  public: 28,
  admin: 28,
}

/** By what calls it. A delivery begins its last send after 50 s, and each lasts 15 s at most (lib/delivery/run.ts). */
const BACKGROUND_TIMEOUT_S: Record<BackgroundFunction['trigger'], number> = {
  stream: 60,
  queue: 70,
  hourly: 300,
}

export const timeoutSecondsFor = (kind: FunctionKind, trigger: BackgroundFunction['trigger'] = 'hourly') =>
  kind === 'background' ? BACKGROUND_TIMEOUT_S[trigger] : TIMEOUT_S[kind]
