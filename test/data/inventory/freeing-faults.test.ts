/** A sale that releases an ended hold, with a fault at each of its calls. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freeingEnded } from '../../../lib/data/holds/ended.ts'
import { readHold } from '../../../lib/data/holds/hold-item.ts'
import { putHold } from '../../../lib/data/holds/holds.ts'
import { adjustStock } from '../../../lib/data/inventory/adjust.ts'
import { readStock } from '../../../lib/data/inventory/stock-item.ts'
import { letPausesPass } from '../../../lib/data/table/calls/pause.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { useTable } from '../../../lib/environment.ts'
import { recordedEvents } from '../../prove/recorded-events.ts'
import { type DynamoProxy, dynamoProxy } from '../../support/dynamo-proxy.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

const reply = (status: number, type: string) => ({
  status,
  body: JSON.stringify({ __type: `com.amazonaws#${type}`, message: 'a fault' }),
})
const PASSING = reply(500, 'InternalServerError')
const FINAL = reply(400, 'AccessDeniedException')

/** The faults of one call: whether it is carried out, and what is replied. */
const FAULTS = [
  { name: 'not carried out, and repeated', isDone: false, said: PASSING },
  { name: 'carried out, and repeated', isDone: true, said: PASSING },
  { name: 'refused', isDone: false, said: FINAL },
  { name: 'carried out, and never repeated', isDone: true, said: FINAL },
] as const

let calls = 0
let fault: (typeof FAULTS)[number] | undefined
let place = 0
let proxy: DynamoProxy
beforeAll(async () => {
  const { name, endpoint } = inject('table')
  letPausesPass(async () => {})
  proxy = await dynamoProxy({
    endpoint,
    async onCall({ send }) {
      if (calls++ !== place || !fault) return send()
      if (fault.isDone) await send()
      return fault.said
    },
  })
  useTable({ name, endpoint: proxy.endpoint })
})
afterAll(async () => {
  letPausesPass()
  await proxy.close()
})

/** Sells two pieces of a product whose three pieces an ended hold has. Returns what is there then, and how many calls it made. */
async function soldWith(business: Business, one: typeof fault, at: number) {
  const { id } = await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 3 })
  await putHold(business.id, id, { items: [{ variant_id: id, quantity: 3 }], expires_in: -1 })
  const changes = [{ index: 0, variantId: id, delta: -2 }]
  const sell = () => adjustStock(business.id, { reason: 'sale', reference: null, changes })
  const begun = (await recordedEvents(business.id)).length
  calls = 0
  place = at
  fault = one
  const isSold = await freeingEnded(business.id, sell).then(
    () => true,
    () => false,
  )
  fault = undefined
  const made = calls
  const events = (await recordedEvents(business.id))
    .slice(begun)
    .filter(({ type }) => type === 'inventory.adjusted')
    .map(({ data }) => data.reason)
  const stock = [...(await readStock(business.id, id)).values()].map(({ quantity }) => quantity)
  const status = (await readHold(business.id, id))?.status
  return { isSold, made, left: { events, stock, status } }
}

/** The states that are whole: nothing has happened, the hold is released, or the sale is made too. */
const WHOLE = [
  { events: [], stock: [0], status: 'held' },
  { events: ['released'], stock: [3], status: 'released' },
  { events: ['released', 'sale'], stock: [1], status: 'released' },
]

test.each(FAULTS)('with one call that is $name, pieces are neither lost nor sold twice', async (one) => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const { made, left } = await soldWith(business, undefined, 0)
  expect(left).toEqual(WHOLE[2])
  for (let at = 0; at < made; at++) {
    const result = await soldWith(business, one, at)
    expect(WHOLE, `call ${at}`).toContainEqual(result.left)
    // A call that may be repeated is: then the sale is always made.
    if (one.said === PASSING) expect(result, `call ${at}`).toMatchObject({ isSold: true, left: WHOLE[2] })
    if (result.isSold) expect(result.left, `call ${at}`).toEqual(WHOLE[2])
  }
})
