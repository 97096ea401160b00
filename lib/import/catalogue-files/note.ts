/** Losses and changes of a row that is imported all the same, in words that follow a number. */
export const LOSSES = {
  image: ['image left out', 'images left out'],
  image_url: ['image address completed', 'image addresses completed'],
  image_size: ['image size left out', 'image sizes left out'],
  tag: ['tag left out', 'tags left out'],
  category: [
    'category left out because a product has at most three additional ones',
    'categories left out because a product has at most three additional ones',
  ],
  earlier_price: ['earlier price left out', 'earlier prices left out'],
  sale_price: [
    'sale price left out because its sale is not running',
    'sale prices left out because their sales are not running',
  ],
  sale_end: ['sale price with an end', 'sale prices with an end'],
  price_draft: [
    'new product without a price created as a draft at price 0',
    'new products without a price created as drafts at price 0',
  ],
  price_variant: [
    'new variant without a price, created but not enabled',
    'new variants without a price, created but not enabled',
  ],
  price_kept: ['price kept because the file has none', 'prices kept because the file has none'],
  description: ['description shortened', 'descriptions shortened'],
  short_text: [
    'short description left out because there is a longer one',
    'short descriptions left out because there are longer ones',
  ],
  control: [
    'text imported without its control characters',
    'texts imported without their control characters',
  ],
  direction: [
    'name imported without marks that change the direction of text',
    'names imported without marks that change the direction of text',
  ],
  shortcode: ['shortcode left out', 'shortcodes left out'],
  attribute: ['attribute left out', 'attributes left out'],
  sku: ['SKU left out', 'SKUs left out'],
  digits: [
    'number whose last digits a spreadsheet has lost; format its column as text',
    'numbers whose last digits a spreadsheet has lost; format their columns as text',
  ],
  gtin: [
    'barcode left out because it is not a valid GTIN',
    'barcodes left out because they are not valid GTINs',
  ],
  mpn: ['MPN left out', 'MPNs left out'],
  brand: ['brand left out', 'brands left out'],
  condition: ['condition left out', 'conditions left out'],
  weight_grams: ['weight left out', 'weights left out'],
  quantity: ['quantity left out', 'quantities left out'],
  stock: ['stock given up', 'stocks given up'],
  held: ['product with held pieces', 'products with held pieces'],
  variant: [
    'variant deleted because the file does not have it',
    'variants deleted because the file does not have them',
  ],
  options: ['product that no longer has options', 'products that no longer have options'],
  archived: ['product still archived', 'products still archived'],
  availability: ['availability left out', 'availabilities left out'],
  status: ['product set to draft', 'products set to draft'],
  product: ['product left out', 'products left out'],
  slug: ['slug changed', 'slugs changed'],
  external_id: ['external id replaced by its digest', 'external ids replaced by their digests'],
  category_path: ['category with fewer levels', 'categories with fewer levels'],
  category_merged: [
    'product in a category that became one with another',
    'products in categories that became one',
  ],
} as const

export type Loss = keyof typeof LOSSES

/** Something of a file that is not in the product made of it, or not as it was. */
export interface Note {
  loss: Loss
  /** The thing, and the reason or what became of it. */
  detail: string
}
