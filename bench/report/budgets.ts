/** The most bytes of something that shoppers wait for. A change may raise one only by saying here what for. */
export interface Budget {
  bytes: number
  /** The code or content that needs them. */
  for: string
}

/** Of each function that shoppers wait for: its file, minified. A little above what it is. */
export const BUNDLE_BUDGETS: Readonly<Record<string, Budget>> = {
  authorizer: {
    bytes: 12_660,
    for: 'the client of the table with the lines for a throttled try and for an item of another business and the name of a conflict that passes, and the memory of slugs and keys',
  },
  'products/list': {
    bytes: 28_790,
    for: 'the client with the lines for a throttled try and for an item of another business, four orders, filters, parameters that repeat, `fields`, `ids`, `expand`, cursors, 1,210 for products placed in a category, 190 for the fields of trade, the memory of lists, the sentence for several categories, rows of newer versions that are passed over, ETag and compression',
  },
  'products/search': {
    bytes: 60_650,
    for: 'what `products/list` has but `ids` and `expand`, and 31,800 for the search engine: words of many scripts and in two spellings, decimals, codes, words that are misspelt, categories below others, filters, facets, orders, changes of an index, stored indexes, 1,100 for an index that stays where a shop cannot be read and for cards that are read again, 270 for one that too much has changed behind, a message to a queue, the line for an item of another business',
  },
  'products/get': {
    bytes: 20_490,
    for: 'the client with its lines, ids and slugs, `expand`, the sentence for a product that is not published, a card of a newer version, ETag and compression',
  },
  'products/variants': {
    bytes: 19_730,
    for: 'the client, ids and slugs, a second read of rows that do not fit together, a card of a newer version, ETag and compression, the line for an item of another business',
  },
  'products/jsonld': {
    bytes: 25_790,
    for: 'what `products/variants` has, and 5,000 for the things that are sold and their structured data, 370 of it for what channels take no longer values of, 520 for judging whether a card of a newer version has what they need, the line for an item of another business',
  },
  'feeds/get': {
    bytes: 31_260,
    for: 'the client, a catalogue read as a whole, 4 feeds, the longest value that a channel takes, files that an instance keeps, 690 for judging whether a card of a newer version has what a row is made of, the line for an item of another business',
  },
  'categories/list': {
    bytes: 21_950,
    for: 'the client with its lines, a limit of its own, pages of different sizes, cursors, the memory of lists, rows of newer versions that are passed over, ETag and compression',
  },
  'categories/get': {
    bytes: 18_260,
    for: 'the client with its lines, the id in the path, a card of a newer version, ETag and compression',
  },
  'business/get': {
    bytes: 18_140,
    for: 'the client with its lines, signatures for two services, a card of a newer version, ETag and compression',
  },
  'health/get': { bytes: 4_610, for: 'headers, the log line, and nothing of the table' },
  unmatched: {
    bytes: 14_070,
    for: 'the route table with the rights of its functions, 790 of it for imports and 580 for pictures, from which it says which methods a path has',
  },
}

/** Of the compressed body of a list of 20 products, with any coding. */
export const PAGE_BUDGET: Budget = {
  bytes: 3_400,
  for: '20 products with 170 bytes each. A server sends 14,600 bytes before the first acknowledgement arrives (RFC 6928), so such a page, with its headers, needs one round trip on any connection',
}
