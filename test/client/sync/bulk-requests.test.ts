import { expect, test } from 'vitest'
import { createStorefront } from '../../../clients/typescript/src/index.ts'

/** The most bytes that the API takes as a bulk request. */
const MOST_BYTES = 1024 * 1024

/** A client of an API that creates whatever it gets, and the sizes of its requests in bytes. */
function makeScene() {
  const sizes: number[] = []
  const client = createStorefront({
    baseUrl: 'https://api.example/api/v1',
    async fetch(request) {
      const body = await request.text()
      sizes.push(Buffer.byteLength(body))
      const { operations }: { operations: object[] } = JSON.parse(body)
      const data = operations.map((_, index) => ({ index, status: 201, id: `${index}`, version: 1 }))
      return Response.json({ data, count: data.length })
    },
  })
  return { client, sizes }
}

test('a request stays below the size that the API takes, however large its last product is', async () => {
  const { client, sizes } = makeScene()
  // As large as a product with 100 variants can be. Six of them just fit into what the client sends.
  const description = 'ü'.repeat(74_900)
  const products = Array.from({ length: 13 }, (_, n) => ({ external_id: `tee-${n}`, description }))
  expect(await client.products.sync(products)).toMatchObject({ created: 13, refused: [] })
  expect(sizes).toHaveLength(3)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_BYTES)
})
