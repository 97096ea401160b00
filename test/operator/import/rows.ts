/** As many rows of an import that were read, each of a cup with an external id, a price, and these further fields. */
export const cups = (count: number, further: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({
    number: n + 1,
    line: null,
    lines: [],
    notes: [],
    isReadable: true,
    category: 'Cups',
    currency: undefined,
    emptied: [],
    faults: [],
    fields: { external_id: `e${n}`, name: `Cup ${n}`, price: n, ...further(n) },
  }))
