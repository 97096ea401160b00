import type { RunningStack } from '../stack.ts'
import type { DevFile } from './dev-file.ts'

/**
 * Asks the running shop for what its page would ask for, and makes the lines to try it out from the answers: the
 * shop's address, the API's, and pasteable commands, each under what it shows. Throws when the API does not answer 200.
 */
export async function tryOut({ base_url, business, api_key }: DevFile): Promise<string[]> {
  const bySlug = { 'x-public-business-slug': business.slug }
  const shop = new URL('/', base_url).href
  await textOf(shop, {})
  await firstOf(`${base_url}/health`, {})
  const product = await firstOf(`${base_url}/products`, bySlug)
  const category = product.category_id
  return [
    `  Open the shop:  ${shop}`,
    `  Read about it:  ${new URL('/docs/', base_url).href}`,
    `  Call the API:   ${base_url}`,
    '',
    ...example(
      'Products, as a shop page reads them',
      `-H 'x-public-business-slug: ${business.slug}'`,
      `${base_url}/products`,
    ),
    ...example('The same without a header', '', `${base_url}/products?business=${business.slug}`),
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

/** Where the table is, in one line; `keptDir` is the folder that keeps the data after the run, if there is one. */
export function aboutTable(
  { engine, table }: Pick<RunningStack, 'engine' | 'table'>,
  keptDir?: string,
): string {
  const { host, port } = new URL(table.endpoint)
  const place = engine.isOpenToNetwork
    ? `on port ${port}, which it opens to the whole network: it cannot listen on 127.0.0.1 alone`
    : `on ${host}`
  const kept = keptDir ? `kept in ${keptDir}` : 'gone at the end; STOREFRONT_DATA=<folder> keeps it'
  return `The table is in ${engine.name}, ${place}. Its data is ${kept}.`
}

function example(title: string, options: string, url: string): string[] {
  return [`  # ${title}`, `  curl ${options}${options && ' '}'${url}'`]
}

/** The first object of a list, or the answer itself. */
async function firstOf(
  url: string,
  headers: { [name: string]: string },
): Promise<{ [field: string]: unknown }> {
  const body = JSON.parse(await textOf(url, headers))
  return Array.isArray(body.data) ? (body.data[0] ?? {}) : body
}

async function textOf(url: string, headers: { [name: string]: string }): Promise<string> {
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`GET ${url} answered ${answer.status}: ${text.slice(0, 500)}`)
  return text
}
