/**
 * A function in a process of its own, as Lambda has it: `test/faults/frozen.test.ts` freezes it between two calls.
 * Each message is a business to list the categories of; the answer is what its caller would see, and the alarms.
 */
import { handler } from '../../functions/admin/categories/list.ts'
import { apiEvent, lambdaContext } from './events.ts'

let alarms = 0
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (written: string | Uint8Array) => {
  if (String(written).includes('"alarm"')) alarms++
  return write(written)
}

process.on('message', async ({ businessId, keyId }: { businessId: string; keyId: string }) => {
  const verdict = {
    business_id: businessId,
    identified_by: 'api_key',
    key_id: keyId,
    scopes: 'categories:read',
    rate_limit: '1000/10000',
  }
  const { statusCode } = await handler(apiEvent({ route: '/admin/categories', verdict }), lambdaContext())
  process.send?.({ statusCode, alarms })
})
