import type { Desk, Values } from './desk.ts'

interface Parts<Made extends Values> {
  /** Makes the failure. Returns the values that the steps and the other parts need. */
  fails(desk: Desk): Promise<Made>
  /** The query that the page names, and members of a line that it finds; `null` where the page names none. */
  shows: { query: string; line(made: Made): object } | null
  /** The steps, as the page has them. */
  steps(desk: Desk, made: Made): Promise<unknown>
  /** Throws unless everything is as it should be. */
  afterwards(desk: Desk, made: Made): Promise<unknown>
}

/** The row of an alarm or of a section with steps: played, or the reason why this machine cannot. */
export type Row = Parts<Values> | { notPlayed: string }

/** A row that is played. Each part gets what `fails` returned. */
export const played = <Made extends Values>({ fails, shows, steps, afterwards }: Parts<Made>): Row => {
  let made: Made
  return {
    async fails(desk) {
      made = await fails(desk)
      return made
    },
    shows: shows && { query: shows.query, line: () => shows.line(made) },
    steps: (desk) => steps(desk, made),
    afterwards: (desk) => afterwards(desk, made),
  }
}
