import type { RunningStack } from '../stack.ts'
import type { DevFile } from './dev-file.ts'
import { shopPageAt } from './shop-page.ts'

/**
 * Sends the requests of the shop's page to the running shop, and makes commands to try it out from the responses: the
 * addresses of the shop and the API, and commands to paste, each under a title. A shop that shows no products, such as one that
 * its owner has suspended, is a line in their place. Throws when the page or the health of the API is not 200.
 */
export async function tryOut({ base_url, business, api_key }: DevFile): Promise<string[]> {
  const bySlug = { 'x-public-business-slug': business.slug }
  const shop = new URL('/', base_url).href
  await textOf(shop, {})
  await textOf(`${base_url}/health`, {})
  const page = await shopPageAt(base_url, business.slug)
  const addresses = [
    `  Open the shop:  ${shop}`,
    ...(page ? [`  See it:         ${page} (its page on every deployment)`] : []),
    `  Manage it:      ${base_url}/docs/console${api_key ? ' (with the demo key filled in)' : ''}`,
    `  Read the docs:  ${new URL('/docs/', base_url).href}`,
    `  Call the API:   ${base_url}`,
    '',
  ]
  const listed = await fetch(`${base_url}/products`, { headers: bySlug })
  const text = await listed.text()
  if (listed.status !== 200)
    return [...addresses, `  The shop shows no products: ${listed.status} ${text.slice(0, 500)}`]
  const product: { [field: string]: unknown } = JSON.parse(text).data[0] ?? {}
  const category = product.category_id
  return [
    ...addresses,
    ...example('A page of products', `-H 'x-public-business-slug: ${business.slug}'`, `${base_url}/products`),
    ...example(
      'The same without a header, for browsers',
      '',
      `${base_url}/products?business=${business.slug}`,
    ),
    ...(category
      ? example(
          'One category, cheapest first',
          '',
          `${base_url}/products?business=${business.slug}&category=${category}&sort=price`,
        )
      : []),
    ...(product.slug
      ? example('One product', '', `${base_url}/products/${product.slug}?business=${business.slug}`)
      : []),
    ...(api_key
      ? example(
          'The business, with its API key',
          `-H 'Authorization: Bearer ${api_key}'`,
          `${base_url}/business`,
        )
      : []),
  ]
}

/** The place of the table, in one line; `keptDir` is the folder that keeps the data after the run, if there is one. */
export function aboutTable(
  { engine, table }: Pick<RunningStack, 'engine' | 'table'>,
  keptDir?: string,
): string {
  const { host, port } = new URL(table.endpoint)
  const place = engine.isOpenToNetwork
    ? `on port ${port}, which is open to the whole network, because this engine cannot listen on 127.0.0.1 alone`
    : `on ${host}`
  const kept = keptDir ? `kept in ${keptDir}` : 'deleted when you stop; STOREFRONT_DATA=<folder> keeps it'
  return `The table is in ${engine.name}, ${place}. Its data is ${kept}.`
}

function example(title: string, options: string, url: string): string[] {
  return [`  # ${title}`, `  curl ${options}${options && ' '}'${url}'`]
}

async function textOf(url: string, headers: { [name: string]: string }): Promise<string> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`GET ${url} returned ${response.status}: ${text.slice(0, 500)}`)
  return text
}
