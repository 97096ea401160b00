/** A queue that wakes a function: its messages say that there is work, and the table has the work. */
interface Queue {
  /** Its name in the code. The names of its resource, its output and the roles that use it are made from it. */
  readonly queue: string
  /** The messages in it, for people: "The queue of …". */
  readonly about: string
  /** How long a message that was received is hidden from others, in seconds: longer than its function runs. */
  readonly visibilityS: number
  /** The effect of a message that failed for good on somebody, for the alarm of the dead letters. */
  readonly late: string
}

/**
 * The queues of the stack. `BACKGROUND` says which function works on each, and `sends` in the route table who puts messages
 * into it. A message that comes twice or late must do no harm.
 */
export const QUEUES = [
  {
    queue: 'wake',
    about: 'wake-ups for webhooks',
    // The lease of a run, 75 s, and 15 s in which the run can start and take it: a wake-up that comes again after a crash
    // must not meet the lease of the run that crashed.
    visibilityS: 90,
    late: 'a webhook gets its events late',
  },
  {
    queue: 'search',
    about: 'search indexes to make',
    // The function runs for 5 minutes at most.
    visibilityS: 330,
    late: 'a large shop is searched as it was',
  },
  {
    queue: 'imports',
    about: 'imports to carry out',
    // The lease of a run, 305 s, and 15 s in which the run can start and take it.
    visibilityS: 320,
    late: 'an import ends early, as stalled or crashed',
  },
] as const satisfies readonly Queue[]

export type QueueName = (typeof QUEUES)[number]['queue']
