import type { SourceRow } from '../read/source-row.ts'
import type { Dialect } from './dialect.ts'
import { openShopify } from './shopify.ts'
import { openShopifyInventory } from './shopify-inventory.ts'
import { openWooCommerce } from './woocommerce.ts'

/** CSV files of other systems, by the name of their format. */
export const DIALECTS = {
  shopify_csv: { open: openShopify, of: 'Shopify', file: 'a Shopify export' },
  shopify_inventory_csv: { open: openShopifyInventory, of: 'Shopify', file: 'a Shopify inventory export' },
  woocommerce_csv: { open: openWooCommerce, of: 'WooCommerce', file: 'a WooCommerce export' },
} as const
const DIALECT_NAMES = ['shopify_csv', 'shopify_inventory_csv', 'woocommerce_csv'] as const
type DialectName = (typeof DIALECT_NAMES)[number]

/** The dialect of a CSV file with this header and first row, if it is one. */
export function findDialect(
  header: readonly string[],
  first: SourceRow,
): { name: DialectName; dialect: Dialect } | undefined {
  for (const name of DIALECT_NAMES) {
    const dialect = DIALECTS[name].open(header, first)
    if (dialect) return { name, dialect }
  }
  return undefined
}
