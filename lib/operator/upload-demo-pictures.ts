import { readdir, readFile } from 'node:fs/promises'
import type { Medium } from '../domain/media.ts'
import catalogue from './demo-catalogue.json' with { type: 'json' }

/**
 * Drawings, each under the SKU of its product in small letters, or that of the first variant of a product with options; and the
 * logo. Their titles are the alternative texts.
 */
const folder = new URL('./demo-pictures/', import.meta.url)

/** As wide as the shop shows a picture on any usual screen. A wider one takes twice as long to draw. */
const WIDTH = 1280
/** The width of the drawings of products, at 72 pixels per inch. */
const DRAWN = 800

/** A business or a product. */
interface Stored {
  id: string
  version: number
}

interface Shop {
  /** The base URL of the API. */
  base_url: string
  /** A key with every scope. */
  api_key: string
}

/**
 * Gives the demo shop its addresses, which only a running stack has: its logo, the template of its product pages, and the
 * pictures of its products, one after the other as its first page shows them. The business or a product that has been changed
 * since it was made stays as it is: an earlier run has changed it, or its owner. Throws if a request is refused.
 */
export async function uploadDemoPictures(shop: Shop): Promise<void> {
  await completeBusiness(shop)
  const drawn = new Set(await readdir(folder))
  for (const sku of skusInOrder()) {
    const file = `${sku.toLowerCase()}.svg`
    if (!drawn.has(file)) continue
    const { data } = await send<{ data: Stored[] }>(shop, 'GET', `/admin/products?sku=${sku}`)
    for (const { id, version } of data) {
      if (version > 1) continue
      const { url, width, height, alt } = await upload(shop, file)
      await send(shop, 'PATCH', `/admin/products/${id}`, { images: [{ url, alt, width, height }] })
    }
  }
}

async function completeBusiness(shop: Shop): Promise<void> {
  const { version } = await send<Pick<Stored, 'version'>>(shop, 'GET', '/admin/business')
  if (version > 1) return
  const { url: logo_url } = await upload(shop, 'logo.svg')
  const product_url_template = `${new URL(shop.base_url).origin}/p/{slug}?variant={variant_id}`
  await send(shop, 'PATCH', '/admin/business', { logo_url, product_url_template })
}

/** The SKU of each product, or of its first variant, as the shop lists them: by position, then by name. */
export function skusInOrder(): string[] {
  const products = [...catalogue.products, ...catalogue.whole_products]
  const inOrder = products.toSorted((a, b) => a.position - b.position || (a.name < b.name ? -1 : 1))
  return inOrder.flatMap((product) => {
    const [first] = 'variants' in product ? (product.variants ?? []) : []
    return product.sku ?? first?.sku ?? []
  })
}

async function upload(shop: Shop, file: string): Promise<Medium & { alt?: string }> {
  const svg = await readFile(new URL(file, folder), 'utf8')
  const alt = /<title>(.*)<\/title>/.exec(svg)?.[1]
  return { ...(await send<Medium>(shop, 'POST', '/admin/media', await pngOf(svg))), alt }
}

async function pngOf(svg: string): Promise<Buffer<ArrayBuffer>> {
  // Loaded when the stack is ready: nothing before that needs it.
  const { default: sharp } = await import('sharp')
  const png = await sharp(Buffer.from(svg), { density: (72 * WIDTH) / DRAWN })
    .png()
    .toBuffer()
  return Buffer.from(png)
}

async function send<T>(shop: Shop, method: string, path: string, body?: object): Promise<T> {
  const isPicture = body instanceof Buffer
  const response = await fetch(shop.base_url + path, {
    method,
    headers: {
      authorization: `Bearer ${shop.api_key}`,
      'content-type': isPicture ? 'image/png' : 'application/json',
    },
    ...(body && { body: isPicture ? body : JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
  return response.json() as Promise<T>
}
