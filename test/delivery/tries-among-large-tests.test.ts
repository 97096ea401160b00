import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deliveryKey } from '../../lib/data/table/keys.ts'
import { itemOf, triedAmong, untried } from '../../lib/data/webhooks/deliveries.ts'
import { positionAt } from '../../lib/domain/events.ts'
import { plantItem } from '../support/items.ts'
import { useOwnTable } from '../support/own-table.ts'

await useOwnTable({ indexes: [] })

test('an event has its delivery also behind more large tests than one Query reads', async () => {
  const of = { businessId: randomUUID(), webhookId: randomUUID() }
  const idOf = (n: number) => positionAt(1_800_000_000_000 + n)
  const plant = (n: number, json?: string) =>
    plantItem(
      itemOf(of.businessId, of.webhookId, {
        ...untried({ id: idOf(n), type: 'webhook.test' }),
        ...(json !== undefined && { json }),
      }),
    )
  for (const n of [1, 7]) await plant(n)
  for (const n of [2, 3, 4, 5]) await plant(n, 'x'.repeat(390_000))
  // An item of a newer version is none, on either side of the end of the Query.
  for (const n of [0, 8])
    await plantItem({ ...deliveryKey(of.businessId, of.webhookId, idOf(n)), type: 'newer' })
  const asked = [0, 1, 2, 6, 7, 8].map(idOf)
  const tried = await triedAmong(of, asked)
  expect(asked.map((id) => tried.has(id))).toEqual([false, true, true, false, true, false])
  expect(await triedAmong(of, [])).toEqual(new Set())
})
