import { AsyncLocalStorage } from 'node:async_hooks'
import type { Happening } from './happening.ts'
import type { Key } from './keys.ts'

/** One write of a dry run, with those that were tried before it. */
export interface DryWrite {
  /** The events of its commits. */
  happenings: Happening[]
  /** The keys of the items that they would write, except events and counts. */
  written: string[]
  /** The keys of the earlier writes. */
  earlier: ReadonlySet<string>
}

const dryWrite = new AsyncLocalStorage<DryWrite | undefined>()

/** The write that is only tried here, if one is. */
export const dryWriteHere = (): DryWrite | undefined => dryWrite.getStore()

/**
 * Begins a dry run. The function that it returns runs one write up to its commit, which the table checks and does not carry out
 * (`commit`), and returns what the write would have recorded. Each write is checked against what is stored: one that depends on
 * an earlier write of the same dry run throws the `Refusal` `depends_on_operation`.
 */
export function beginDryRun() {
  const earlier = new Set<string>()
  return async <T>(write: () => Promise<T>): Promise<{ result: T; happenings: readonly Happening[] }> => {
    const one: DryWrite = { happenings: [], written: [], earlier }
    const result = await dryWrite.run(one, write)
    for (const key of one.written) earlier.add(key)
    return { result, happenings: one.happenings }
  }
}

/** Carries out a write of its own while another one is only tried: one that is due anyway. */
export const forReal = <T>(write: () => Promise<T>): Promise<T> => dryWrite.run(undefined, write)

/** The text by which a dry run knows a key. */
export const keyText = ({ pk, sk }: Key): string => `${pk}\n${sk}`

/** True if an earlier write of a dry run would write the item of this key: what is stored there says nothing then. */
export const isWrittenEarlier = (key: Key): boolean => dryWriteHere()?.earlier.has(keyText(key)) ?? false
