/** The most bytes of something that shoppers wait for. A change may raise one only by saying here what for. */
export interface Budget {
  bytes: number
  /** The code or content that needs them. */
  for: string
}

/** Of each function that shoppers wait for: its file, minified. A little above what it is. */
export const BUNDLE_BUDGETS: Readonly<Record<string, Budget>> = {
  authorizer: {
    bytes: 12_360,
    for: 'the client of the table with the line for a throttled try, and the memory of slugs and keys',
  },
  'products/list': {
    bytes: 27_980,
    for: 'the client with the line for a throttled try, four orders, filters, parameters that repeat, `fields`, `ids`, `expand`, cursors, 1,210 for products placed in a category, 190 for the fields of trade, the memory of lists, ETag and compression',
  },
  'products/search': {
    bytes: 55_100,
    for: 'what `products/list` has but `ids` and `expand`, and 28,400 for the search engine: words of many scripts, codes, categories below others, filters, facets, orders, changes of an index, stored indexes, a message to a queue',
  },
  'products/get': {
    bytes: 20_090,
    for: 'the client with its line, ids and slugs, `expand`, the sentence for a product that is not published, ETag and compression',
  },
  'products/variants': {
    bytes: 19_370,
    for: 'the client, ids and slugs, a second read of rows that do not fit together, ETag and compression',
  },
  'products/jsonld': {
    bytes: 24_600,
    for: 'what `products/variants` has, and 5,000 for the things that are sold and their structured data',
  },
  'feeds/get': {
    bytes: 29_700,
    for: 'the client, a catalogue read as a whole, 4 feeds, files that an instance keeps',
  },
  'categories/list': {
    bytes: 21_330,
    for: 'the client with its line, a limit of its own, pages of different sizes, cursors, the memory of lists, ETag and compression',
  },
  'categories/get': {
    bytes: 17_830,
    for: 'the client with its line, the id in the path, ETag and compression',
  },
  'business/get': {
    bytes: 17_700,
    for: 'the client with its line, signatures for two services, ETag and compression',
  },
  'health/get': { bytes: 4_610, for: 'headers, the log line, and nothing of the table' },
  unmatched: {
    bytes: 13_950,
    for: 'the route table with the rights of its functions, 760 of it for imports and 580 for pictures, from which it says which methods a path has',
  },
}

/** Of the compressed body of a list of 20 products, with any coding. */
export const PAGE_BUDGET: Budget = {
  bytes: 3_400,
  for: '20 products with 170 bytes each. A server sends 14,600 bytes before the first acknowledgement arrives (RFC 6928), so such a page, with its headers, needs one round trip on any connection',
}
