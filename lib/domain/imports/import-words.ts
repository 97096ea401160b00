/** The values of the options of an import, which the command and the API have in common. */

/** The formats of files, also those of other systems. */
export const FILE_FORMATS = [
  'json',
  'jsonl',
  'csv',
  'shopify_csv',
  'shopify_inventory_csv',
  'woocommerce_csv',
] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** The characters between the cells of CSV, by their names. */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type Delimiter = keyof typeof DELIMITERS

/** The two readings of a price: 80 is 80 dollars (`decimal`) or 80 cents (`minor`). */
export const PRICES = ['decimal', 'minor'] as const

/**
 * The uses of quantities in a file: new stock begins with them (`new`), every stock is set to them (`set`), or they are
 * ignored (`ignore`).
 */
export const STOCK_USES = ['new', 'set', 'ignore'] as const
export type StockUse = (typeof STOCK_USES)[number]

/** The fates of products of a source that its file does not have. */
export const ON_MISSING = ['keep', 'draft', 'archive'] as const
export type OnMissing = (typeof ON_MISSING)[number]

/** For a SKU that an earlier product or variant of the file has: refuse the later row, or leave the SKU out of it. */
export const DUPLICATE_SKUS = ['refuse', 'drop'] as const
export type DuplicateSkus = (typeof DUPLICATE_SKUS)[number]

/** For a product or variant without a price: refuse its row, or make a draft of what is new and leave what is there. */
export const WITHOUT_PRICE = ['refuse', 'draft'] as const
export type WithoutPrice = (typeof WITHOUT_PRICE)[number]

/** The name of a source, before the external ids of its products. */
export const SOURCE_NAME = /^[A-Za-z0-9._~-]{1,32}$/
