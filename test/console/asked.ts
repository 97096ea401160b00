import { call } from '../support/shop.ts'

/** The members of responses that the tests of the console read. */
interface Answer {
  id: string
  count: number
  url: string
  data: { variant_id: string; quantity: number; price: number }[]
  variants: object[]
}

/** The response to a request of somebody else with a key of the business. */
export async function asked(token: string, method: string, path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await call(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return JSON.parse((await response.text()) || '{}')
}

/** Makes products called `Tea 0`, `Tea 1` … with the SKUs `S-0`, `S-1` …, a price of 10.00 and 1 in stock. */
export async function makeTeas(token: string, count: number): Promise<void> {
  const operations = Array.from({ length: count }, (_, n) => ({
    op: 'create',
    data: {
      name: `Tea ${n}`,
      sku: `S-${n}`,
      price: 1000,
      category_id: 'tea',
      track_inventory: true,
      quantity: 1,
    },
  }))
  for (let n = 0; n < count; n += 50)
    await asked(token, 'POST', '/admin/products/bulk', { operations: operations.slice(n, n + 50) })
}
