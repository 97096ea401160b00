import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asTenant, ForeignItem } from '../../../lib/data/table/calls/tenant-guard.ts'
import { deleteItem, putItem, queryItems } from '../../../lib/data/table/calls/writer.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { listAsEnabled } from '../../../lib/data/webhooks/enabled.ts'
import { itemsIn, plantItem, storedItem } from '../../support/items.ts'

const [OURS, THEIRS] = [randomUUID(), randomUUID()]
const due = (businessId: string, webhookId: string) =>
  keys.retryKey(businessId, webhookId, '2026-11-23T00:00:00.000Z', 'evt_1')

test('putItem and deleteItem write items of the business, and of no other', async () => {
  const webhookId = randomUUID()
  const [ours, theirs] = [due(OURS, webhookId), due(THEIRS, webhookId)]
  await plantItem({ ...theirs, type: 'due' })
  await asTenant(OURS, async () => {
    await putItem({ ...ours, type: 'due' })
    await expect(putItem({ ...theirs, type: 'stolen' })).rejects.toThrow(ForeignItem)
    await expect(deleteItem(theirs)).rejects.toThrow(ForeignItem)
  })
  expect([await storedItem(ours), await storedItem(theirs)]).toEqual([
    { ...ours, type: 'due' },
    { ...theirs, type: 'due' },
  ])
  await asTenant(OURS, () => deleteItem(ours))
  expect(await itemsIn(ours.pk)).toEqual([])
})

test('on behalf of a business the list of enabled webhooks is neither read nor written alone', async () => {
  const webhookId = randomUUID()
  const { write } = listAsEnabled(OURS, webhookId)
  const Item = { ...keys.enabledWebhookKey(OURS, webhookId), ...write.Put?.Item }
  await asTenant(OURS, async () => {
    await expect(putItem(Item)).rejects.toThrow(ForeignItem)
    await expect(deleteItem(Item)).rejects.toThrow(ForeignItem)
    const all = {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': Item.pk },
      ConsistentRead: true,
    }
    await expect(queryItems(all)).rejects.toThrow(ForeignItem)
  })
  const listed = await itemsIn(Item.pk)
  expect(listed.filter(({ business_id }) => business_id === OURS)).toEqual([])
})
