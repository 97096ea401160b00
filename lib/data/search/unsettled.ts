import type { Change } from './changes.ts'

/**
 * The row of a change can be seen this much later than its event was made: it is committed up to 10 s later, for which the
 * change feed waits too, and an index follows the table, normally within a second. The rows of one commit do not come
 * together.
 */
export const SETTLED_MS = 20_000

interface State {
  /** When the event of the newest change was made. */
  changedAt: number
  /** When it was read again; undefined if it was not since the change became known. */
  readAt: number | undefined
}

/**
 * Products and categories that have changed, by their names in the rows of changes, until enough time has passed that they
 * cannot be read as they were before. Times are in milliseconds since the epoch.
 */
export class Unsettled {
  readonly #states = new Map<string, State>()
  /** The known changes by their positions, and when their events were made. */
  readonly #known = new Map<string, number>()

  get size(): number {
    return this.#states.size
  }

  clear(): void {
    this.#states.clear()
    this.#known.clear()
  }

  /** Adds something that changed at a time. */
  add(name: string, changedAt: number): void {
    this.#states.delete(name)
    this.#states.set(name, { changedAt, readAt: undefined })
  }

  /** The time from which on changes are to be looked at, if the last look was at `lookedAt`. */
  since(lookedAt: number): number {
    return lookedAt - SETTLED_MS
  }

  /** Adds those of some changes that were not known. */
  addNew(changes: readonly Change[], lookedAt: number): void {
    for (const [position, time] of this.#known) if (time < this.since(lookedAt)) this.#known.delete(position)
    for (const { position, time, of } of changes) {
      if (this.#known.has(position)) continue
      this.#known.set(position, time)
      this.add(of, time)
    }
  }

  /** Up to so many that are to be read again: those that were not yet, and those that now are what they will stay. */
  due(now: number, most: number): string[] {
    const isDue = ({ changedAt, readAt }: State) => readAt === undefined || now - changedAt >= SETTLED_MS
    return [...this.#states]
      .filter(([, state]) => isDue(state))
      .slice(0, most)
      .map(([name]) => name)
  }

  /** It was read again at this time. What does not fit together is read again when it had time to. */
  settle(name: string, readAt: number, isWhole: boolean): void {
    const state = this.#states.get(name)
    if (!state) return
    const isSettled = readAt - state.changedAt >= SETTLED_MS
    if (isSettled && isWhole) this.#states.delete(name)
    else this.#states.set(name, { changedAt: isSettled ? readAt : state.changedAt, readAt })
  }

  /** True for something whose last reading, if there was one, is older than a time. */
  isOlder(name: string, time: number): boolean {
    const state = this.#states.get(name)
    return state !== undefined && (state.readAt === undefined || state.readAt < time)
  }
}
