/**
 * The top categories of Google's product taxonomy, which Shopify's begins with, too
 * (https://www.google.com/basepages/producttype/taxonomy.en-US.txt).
 */
const TOPS = [
  'Animals & Pet Supplies',
  'Apparel & Accessories',
  'Arts & Entertainment',
  'Baby & Toddler',
  'Business & Industrial',
  'Cameras & Optics',
  'Electronics',
  'Food, Beverages & Tobacco',
  'Furniture',
  'Hardware',
  'Health & Beauty',
  'Home & Garden',
  'Luggage & Bags',
  'Mature',
  'Media',
  'Office Supplies',
  'Religious & Ceremonial',
  'Software',
  'Sporting Goods',
  'Toys & Games',
  'Vehicles & Parts',
]

/** True for a path below one of them. */
export function isOfTaxonomy(path: string): boolean {
  const [top = '', ...below] = path.split('>')
  return below.length > 0 && TOPS.includes(top.trim())
}
