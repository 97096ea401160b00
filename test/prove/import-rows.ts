const COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Image Src',
  'Status',
]
const SIZES = ['S', 'M', 'L']
/** One product in so many has a price that is none. */
const ONE_WRONG_IN = 500

/** A file of the catalogue proof: its text, and what is in it. */
export interface ProofFile {
  rows: number
  products: number
  /** The handles of products that break a rule. */
  wrong: string[]
}

/**
 * Writes an export of Shopify, in pieces, of about this many rows: of four products one has three sizes, whose rows are
 * apart, and one a further image. Returns what is in it.
 */
export async function writeExport(
  rows: number,
  { wrongEvery = ONE_WRONG_IN, write }: { wrongEvery?: number; write: (text: string) => Promise<void> },
): Promise<ProofFile> {
  const wrong: string[] = []
  let written = 0
  let products = 0
  let late: string[] = []
  await write(lineOf(Object.fromEntries(COLUMNS.map((column) => [column, column]))))
  while (written + late.length < rows) {
    const handle = `product-${products}`
    const isWrong = products % wrongEvery === wrongEvery - 1
    if (isWrong) wrong.push(handle)
    const lines = linesOf(handle, products, isWrong)
    await write(lines.slice(0, 1).join(''))
    written++
    // The others come a while later.
    late.push(...lines.slice(1))
    if (late.length > 50) {
      await write(late.join(''))
      written += late.length
      late = []
    }
    products++
  }
  await write(late.join(''))
  return { rows: written + late.length, products, wrong }
}

function linesOf(handle: string, n: number, isWrong: boolean): string[] {
  const hasSizes = n % 4 === 0
  const price = isWrong ? 'dear' : `${(n % 900) + 1}.50`
  const variant = (size: string) => ({
    Handle: handle,
    ...(hasSizes && { 'Option1 Value': size }),
    'Variant SKU': `${handle}-${size}`,
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': String(n % 40),
    'Variant Inventory Policy': 'deny',
    'Variant Price': price,
    'Variant Compare At Price': '999.00',
  })
  const main = {
    ...variant('S'),
    Title: `Product ${n}`,
    'Body (HTML)': `<p>The <b>${n}th</b> of many.</p><ul><li>washable</li><li>"quoted", too</li></ul>`,
    Type: `Type ${n % 20}`,
    Tags: 'new, summer',
    Published: 'TRUE',
    'Option1 Name': hasSizes ? 'Size' : 'Title',
    'Option1 Value': hasSizes ? 'S' : 'Default Title',
    'Image Src': `https://images.example/${handle}.jpg`,
    Status: 'active',
  }
  const others = hasSizes ? SIZES.slice(1).map(variant) : []
  const image = n % 4 === 1 ? [{ Handle: handle, 'Image Src': `https://images.example/${handle}-2.jpg` }] : []
  return [main, ...others, ...image].map(lineOf)
}

function lineOf(cells: Readonly<Record<string, string>>): string {
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return `${COLUMNS.map((column) => quoted(cells[column] ?? '')).join(',')}\n`
}
