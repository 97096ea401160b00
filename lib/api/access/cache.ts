/** A cache of one kind of thing. */
export interface Cache<V> {
  /** The value under a name: the kept one, or what `load` gives, kept unless it is null. */
  get(name: string, load: () => Promise<V | null>): Promise<V | null>
}

/**
 * A bounded cache in this process's memory. An entry lives `ttlMs` counted from the moment its load began, so
 * that it is never older than that; the least recently used one makes room. Null is not kept: what does not
 * exist yet must be seen as soon as it does, and guesses must not push out what is true.
 */
export function expiringCache<V>({ ttlMs, maxEntries }: { ttlMs: number; maxEntries: number }): Cache<V> {
  const entries = new Map<string, { value: V; diesAt: number }>()
  return {
    async get(name, load) {
      const now = Date.now()
      const kept = entries.get(name)
      entries.delete(name)
      if (kept && now < kept.diesAt) {
        entries.set(name, kept)
        return kept.value
      }
      const value = await load()
      if (value === null) return null
      entries.set(name, { value, diesAt: now + ttlMs })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
      return value
    },
  }
}
