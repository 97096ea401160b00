import { stringify } from 'csv-stringify/sync'
import { decimalsOf } from '../../domain/currency-decimals.ts'
import { hasOptions, type Product } from '../../domain/products/product.ts'
import type { Variant } from '../../domain/products/variant.ts'
import { decimalText } from './decimal.ts'
import type { CatalogueProduct } from './line.ts'

/** The columns of Shopify's import of products that say what a product here has. */
const COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Google Shopping / MPN',
  'Google Shopping / Condition',
  'Variant Image',
  'Cost per item',
  'Status',
] as const
type Cells = Partial<Record<(typeof COLUMNS)[number], string>>

/** The first line of a file for Shopify. */
export const SHOPIFY_HEADER = linesOf([Object.fromEntries(COLUMNS.map((column) => [column, column]))])

/**
 * A product as the lines of a CSV file for Shopify's import: one for each variant and each further image, with the slug as
 * handle. It has the enabled variants, unless none is.
 */
export function shopifyLines({ product, set, stock, category }: CatalogueProduct): string {
  const enabled = set.variants.filter(({ is_enabled }) => is_enabled)
  const variants = enabled.length > 0 ? enabled : set.variants
  const quantityOf = (id: string) => stock.get(id)?.quantity ?? 0
  const sold = hasOptions(product)
    ? variants.map((variant) => ({
        ...optionCells(variant, set.options),
        ...soldCells(variant, quantityOf(variant.id), product.currency),
        ...(variant.image && { 'Variant Image': variant.image.url }),
      }))
    : [
        {
          'Option1 Name': 'Title',
          'Option1 Value': 'Default Title',
          ...soldCells(product, quantityOf(product.id), product.currency),
        },
      ]
  const images = product.images.map(({ url, alt }, n) => ({
    'Image Src': url,
    'Image Position': String(n + 1),
    'Image Alt Text': alt,
  }))
  const rows = Array.from({ length: Math.max(sold.length, images.length) }, (_, n) => ({
    Handle: product.slug,
    ...(n === 0 && productCells(product, category)),
    ...sold[n],
    ...images[n],
  }))
  // Shopify reads the names of options in the first row.
  const [first, ...others] = rows
  return linesOf([
    { ...first, ...Object.fromEntries(set.options.map(({ name }, n) => [`Option${n + 1} Name`, name])) },
    ...others,
  ])
}

function linesOf(rows: readonly Cells[]): string {
  return stringify(
    rows.map((cells) => COLUMNS.map((column) => cells[column] ?? '')),
    { eof: false },
  )
}

function productCells(product: Product, category: string): Cells {
  return {
    Title: product.name,
    'Body (HTML)': htmlOf(product.description),
    Vendor: product.brand ?? '',
    Type: category,
    Tags: product.tags.join(', '),
    Published: product.status === 'active' ? 'TRUE' : 'FALSE',
    'Google Shopping / Condition': product.condition ?? '',
    Status: product.status,
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Paragraphs and line breaks of a plain text. */
function htmlOf(text: string): string {
  if (text === '') return ''
  const escaped = text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

const optionCells = ({ option_values }: Variant, options: readonly { name: string }[]): Cells =>
  Object.fromEntries(options.map(({ name }, n) => [`Option${n + 1} Value`, option_values[name] ?? '']))

/**
 * The cells of a variant. Shopify has no `is_available`: there an unavailable variant is tracked, with a quantity of 0.
 */
function soldCells(of: Product | Variant, quantity: number, currency: string): Cells {
  const isCounted = of.track_inventory || !of.is_available
  return {
    'Variant SKU': of.sku ?? '',
    'Variant Grams': String(of.weight_grams ?? ''),
    'Variant Barcode': of.gtin ?? '',
    'Google Shopping / MPN': of.mpn ?? '',
    'Variant Inventory Tracker': isCounted ? 'shopify' : '',
    'Variant Inventory Qty': String(of.track_inventory ? quantity : 0),
    'Variant Inventory Policy': of.allow_backorder ? 'continue' : 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': decimal(of.price, currency),
    'Variant Compare At Price': of.compare_at_price === null ? '' : decimal(of.compare_at_price, currency),
    'Variant Requires Shipping': 'TRUE',
    'Variant Taxable': 'TRUE',
    'Cost per item': of.cost === null ? '' : decimal(of.cost, currency),
  }
}

const decimal = (amount: number, currency: string) => decimalText(BigInt(amount), decimalsOf(currency))
