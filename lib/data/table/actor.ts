import { AsyncLocalStorage } from 'node:async_hooks'

/** The actor of a change, as in its event. `key_id` and `key_name` are null without a key, the name also if unknown. */
export interface Actor {
  kind: 'api_key' | 'operator' | 'system'
  key_id: string | null
  key_name: string | null
}

/** On whose behalf work is done, and in which request; null outside of one. */
export interface Acting {
  actor: Actor
  requestId: string | null
}

export const OPERATOR: Actor = { kind: 'operator', key_id: null, key_name: null }
export const SYSTEM: Actor = { kind: 'system', key_id: null, key_name: null }

const acting = new AsyncLocalStorage<Acting>()

/** Runs work in somebody's name: every event that it records says so. It is opened once, around all of the work. */
export const actingAs = <T>(who: Acting, run: () => Promise<T>): Promise<T> => acting.run(who, run)

/** In whose name this runs: the system's own, if nobody else's was given. */
export const whoActs = (): Acting => acting.getStore() ?? { actor: SYSTEM, requestId: null }
