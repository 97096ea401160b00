import type { Attempt, Bench } from './trial.ts'

/** The outcome of each case: a row for each request of an endpoint, a column for each fault. */
export class Outcomes {
  readonly #rows = new Map<string, Map<string, string>>()
  readonly #columns = new Set<string>()

  note(row: string, column: string, outcome: string): void {
    this.#columns.add(column)
    const cells = this.#rows.get(row) ?? new Map<string, string>()
    this.#rows.set(row, cells.set(column, outcome))
  }

  /** Writes the table where the runner's own report goes. */
  print(): void {
    const columns = [...this.#columns]
    const width = Math.max(...[...this.#rows.keys()].map((row) => row.length))
    const line = (head: string, cells: string[]) => [head.padEnd(width), ...cells].join(' │ ').trimEnd()
    const lines = [...this.#rows].map(([row, cells]) =>
      line(
        row,
        columns.map((column) => (cells.get(column) ?? '').padEnd(Math.max(column.length, 7))),
      ),
    )
    const heads = columns.map((column) => column.padEnd(7))
    process.stdout.write(`\n${[line('', heads), ...lines].join('\n')}\n\n`)
  }
}

/** `POST /admin/products 2 GetItem once`. */
export const rowOf = ({ scenario, operations }: Bench, n: number, duration: string) =>
  `${scenario.route}${scenario.variant ? ` (${scenario.variant})` : ''} ${n + 1} ${operations[n]} ${duration}`

/** `503 old`: what was answered and what was left behind. */
export const outcomeOf = ({ reply }: Attempt, left: string) => `${reply.status} ${left}`
