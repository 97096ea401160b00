/**
 * True while a former slug still leads to its business. Checked at every read, because the table deletes expired items
 * late; an `until` that is not a valid time counts as past.
 */
export const isHeld = (until: unknown, now: Date): boolean =>
  typeof until === 'string' && Date.parse(until) > now.getTime()
