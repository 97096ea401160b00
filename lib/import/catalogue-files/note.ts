/** Losses and changes of a row that is imported all the same, in words that follow a number. */
export const LOSSES = {
  image: ['image left out', 'images left out'],
  image_url: ['address of an image completed', 'addresses of images completed'],
  image_size: ['size of an image left out', 'sizes of images left out'],
  tag: ['tag left out', 'tags left out'],
  category: [
    'category left out: a product has three additional ones at most',
    'categories left out: a product has three additional ones at most',
  ],
  earlier_price: ['earlier price left out', 'earlier prices left out'],
  sale_price: ['sale price left out: its sale does not run', 'sale prices left out: their sales do not run'],
  sale_end: ['sale price that will end', 'sale prices that will end'],
  price_draft: [
    'new product without a price made a draft at price 0',
    'new products without a price made drafts at price 0',
  ],
  price_variant: [
    'new variant without a price: it is not enabled',
    'new variants without a price: they are not enabled',
  ],
  price_kept: ['price kept: the file has none', 'prices kept: the file has none'],
  description: ['description cut', 'descriptions cut'],
  short_text: [
    'short description left out: there is a longer one',
    'short descriptions left out: there are longer ones',
  ],
  control: ['text without its control characters', 'texts without their control characters'],
  direction: [
    'name without marks that turn the direction of text',
    'names without marks that turn the direction of text',
  ],
  shortcode: ['shortcode left out', 'shortcodes left out'],
  attribute: ['attribute left out', 'attributes left out'],
  sku: ['SKU left out', 'SKUs left out'],
  digits: [
    'number of which a spreadsheet has lost digits: format its column as text',
    'numbers of which a spreadsheet has lost digits: format their columns as text',
  ],
  gtin: ['barcode left out: it is not a GTIN', 'barcodes left out: they are not GTINs'],
  mpn: ['MPN left out', 'MPNs left out'],
  brand: ['brand left out', 'brands left out'],
  condition: ['condition left out', 'conditions left out'],
  weight_grams: ['weight left out', 'weights left out'],
  quantity: ['quantity left out', 'quantities left out'],
  stock: ['stock given up', 'stocks given up'],
  variant: ['variant deleted: the file does not have it', 'variants deleted: the file does not have them'],
  options: ['product without options from now on', 'products without options from now on'],
  archived: ['product still archived', 'products still archived'],
  availability: ['availability left out', 'availabilities left out'],
  status: ['product made a draft', 'products made drafts'],
  product: ['product left out', 'products left out'],
  slug: ['address changed', 'addresses changed'],
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
