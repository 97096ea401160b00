/** The rows of an import that are being worked on. */
export interface RowsInFlight {
  /** Resolves when no row before this one is in flight any more: what those give up is free then. */
  before: (row: number) => Promise<void>
  /** The same work, which keeps its row in flight until it ends. */
  during: <T>(row: number, work: Promise<T>) => Promise<T>
}

export function openRowsInFlight(): RowsInFlight {
  const rows = new Map<number, Promise<unknown>>()
  return {
    async before(row) {
      await Promise.all([...rows].flatMap(([other, ended]) => (other < row ? ended : [])))
    },
    during(row, work) {
      // The rows that wait for it need to know that it is over, and no more.
      const ended = work.catch(() => {})
      rows.set(row, ended)
      return work.finally(() => rows.delete(row))
    },
  }
}
