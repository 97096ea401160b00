import titles from './woocommerce-titles.json' with { type: 'json' }

/**
 * The titles of WooCommerce's export (WC_Product_CSV_Exporter), which are in the language of the shop: in English, then
 * in German, French, Spanish, Italian, Dutch, Polish, Portuguese, Russian and Turkish, as its translations have them.
 */
export const TITLES = titles.columns

/** The name that we give to a column. */
export type Name = keyof typeof TITLES | 'weight'

/** The titles of the column of weights, with %s for the unit. */
export const WEIGHT_TITLES = titles.weight

/** The titles of the columns of attributes, with %d for their number. */
export const ATTRIBUTE_TITLES = titles.attributes
