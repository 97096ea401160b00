/** The fields that say in trade which thing a product is. A public answer has those of them that are set. */
export const TRADE_FIELDS = ['brand', 'condition', 'gtin', 'mpn', 'weight_grams'] as const

/** Those of them that differ between the variants of a product. */
export const VARIANT_TRADE_FIELDS = ['gtin', 'mpn', 'weight_grams'] as const
