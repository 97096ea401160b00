/** The rows of the report about searches. */
import type { SearchCost, SearchPart } from './figures.ts'
import type { Goal, Row } from './rows.ts'

const QUICK_SEARCH: Omit<Goal, 'target'> = {
  of: 'value',
  name: 'A search',
  why: 'Who types waits for one search after the other, and other businesses wait for the same processor: 5 ms in a shop of 5,000 products, 50 ms in the largest.',
}
const QUICK_SEARCH_MS = new Map([
  [5_000, 5],
  [100_000, 50],
])
const FIRST_SEARCH: Goal = {
  of: 'value',
  target: 250,
  name: 'First search',
  why: 'A new instance makes the index while a shopper waits, in most shops of 1,000 products.',
}

export const searchRows = ({ shops, yardstick: { products, own, mini_search } }: SearchPart): Row[] => [
  ...shops.flatMap(searchRowsOf),
  {
    figure: `index of ${products.toLocaleString('en')} products made, CPU ms, against MiniSearch`,
    value: own.made_in_cpu_ms,
    baseline: mini_search.made_in_cpu_ms,
  },
  ...(['median', 'p95'] as const).map((of) => ({
    figure: `${products.toLocaleString('en')} products, words alone, CPU ms, ${SHARES[of]}, against MiniSearch`,
    value: own.search_cpu_ms[of],
    baseline: mini_search.search_cpu_ms[of],
    digits: 1,
  })),
]

const SHARES = { median: 'median', p95: '95 of 100' }

function searchRowsOf({ products, from_cards, stored, search_cpu_ms, memory_mib }: SearchCost): Row[] {
  const of = (what: string) => `${products.toLocaleString('en')} products, ${what}`
  const target = QUICK_SEARCH_MS.get(products)
  return [
    ...(from_cards
      ? [
          {
            figure: of('first search from cards, CPU ms'),
            value: from_cards.cpu_ms,
            goal: products === 1_000 ? FIRST_SEARCH : undefined,
          },
          { figure: of('first search from cards, read units'), value: from_cards.read_units, digits: 1 },
        ]
      : []),
    ...(stored
      ? [
          {
            figure: of(`index made and stored in ${stored.pieces} pieces, CPU ms`),
            value: stored.made_in_cpu_ms,
          },
          { figure: of('index made and stored, write units'), value: stored.write_units },
          { figure: of('first search with the stored index, CPU ms'), value: stored.cpu_ms },
          {
            figure: of('first search with the stored index, read units'),
            value: stored.read_units,
            digits: 1,
          },
        ]
      : []),
    { figure: of('search, CPU ms, median'), value: search_cpu_ms.median, digits: 1 },
    {
      figure: of('search, CPU ms, 95 of 100'),
      value: search_cpu_ms.p95,
      digits: 1,
      goal: target === undefined ? undefined : { ...QUICK_SEARCH, target },
    },
    { figure: of('memory of the process, MiB'), value: memory_mib },
  ]
}
