import { readdir, readFile } from 'node:fs/promises'
import type { Medium } from '../domain/media.ts'
import type { Image } from '../domain/products/image.ts'

/** Drawings, each under the name that the catalogue gives the picture of its product. Their titles are the alternative texts. */
const folder = new URL('./demo-pictures/', import.meta.url)

/** The addresses of the catalogue show nothing: `.example` never exists (RFC 2606). */
const ADDRESS = /^https:\/\/images\.example\/meridian\/([\w-]+)\.jpg$/

/** The largest width in which a picture is served, and the width of the drawings at 72 pixels per inch. */
const [WIDTH, DRAWN] = [2000, 800]

interface Shop {
  /** The base URL of the API. */
  base_url: string
  /** A key with every scope. */
  api_key: string
}

/**
 * Gives products of the demo shop their pictures, through the API, one after the other. A product that no longer has the
 * address of the catalogue stays as it is: an earlier run has changed it, or its owner. Throws if a request is refused.
 */
export async function uploadDemoPictures(shop: Shop): Promise<void> {
  const drawn = new Set(await readdir(folder))
  const products = await send<{ data: { id: string; images: Image[] }[] }>(
    shop,
    'GET',
    '/admin/products?limit=200',
  )
  for (const { id, images } of products.data) {
    const file = `${ADDRESS.exec(images[0]?.url ?? '')?.[1]}.svg`
    if (!drawn.has(file)) continue
    const svg = await readFile(new URL(file, folder), 'utf8')
    const { url, width, height } = await send<Medium>(shop, 'POST', '/admin/media', await pngOf(svg))
    const alt = /<title>(.*)<\/title>/.exec(svg)?.[1]
    await send(shop, 'PATCH', `/admin/products/${id}`, { images: [{ url, alt, width, height }] })
  }
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
