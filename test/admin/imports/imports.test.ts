import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { type Merchant, makeMerchant } from '../merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await makeMerchant()
})

const CSV = 'sku,name,price,category,quantity\nC1,Cup,12.50,Cups,3\nC2,Mug,9.00,Cups,4\nC3,,9.00,Cups,4\n'
const BINARY = { 'content-type': 'application/octet-stream' }

async function finished(ask: Merchant['ask'], id: string) {
  for (;;) {
    const { body } = await ask('GET', `/admin/imports/${id}`)
    if (body.finished_at !== null) return body
  }
}

test('a file', async () => {
  const { ask } = merchant
  const begun = await ask('POST', '/admin/imports', new Uint8Array(gzipSync(CSV)), BINARY)
  console.log(begun.status, begun.text, begun.headers.get('location'))
  const body = await finished(ask, begun.body.id)
  console.log(JSON.stringify(body, null, 1))
  console.log((await ask('GET', `/admin/imports/${body.id}/faults`)).text)
  console.log((await ask('GET', '/admin/products')).text.slice(0, 300))
  expect(body.status).toBe('partly_succeeded')
})
