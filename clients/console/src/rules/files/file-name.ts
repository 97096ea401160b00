/** The name of a file that is saved: `acme-products-2026-11-29.csv`, with the date in UTC. */
export const fileName = (slug: string, what: string, ending: string, now: Date): string =>
  `${slug}-${what}-${now.toISOString().slice(0, 10)}.${ending}`
