import { AsyncLocalStorage } from 'node:async_hooks'
import { logForeignItem } from '../../../log.ts'
import { isOfTenant } from '../keys.ts'

/** Something outside the caller's business was about to be sent to the table, or came back from it. */
export class ForeignItem extends Error {
  override name = 'ForeignItem'
}

const tenant = new AsyncLocalStorage<string>()

/**
 * Runs a request on behalf of one business. Until it ends, every call it makes to the table is checked on its way
 * out and back, even if the code in between has mixed something up. The operator and the authorizer, who serve all
 * businesses, run without it.
 */
export const asTenant = <T>(businessId: string, run: () => Promise<T>): Promise<T> =>
  tenant.run(businessId, run)

/** Throws `ForeignItem` if a request on behalf of one business is about to touch what belongs to another. */
export function requireOwn(businessId: string): void {
  const own = tenant.getStore()
  if (own !== undefined && own !== businessId) throw foreign(own, NOT_SENT)
}

const NOT_SENT = 'a request for another business was not sent'

/** The error to throw on behalf of a business. The alarm learns of it here, even if the error is caught. */
function foreign(businessId: string, message: string): ForeignItem {
  const error = new ForeignItem(message)
  logForeignItem(businessId, error)
  return error
}

/**
 * The one way to the table, for both clients. Sends a call and returns the response; throws `ForeignItem` instead
 * if the call is not the tenant's own, or the response contains an item that is not: by its partition in the table. A
 * call or an item whose partition is not known counts as foreign.
 */
export async function guardCall<O>(
  isOwn: (businessId: string) => boolean,
  send: () => Promise<O>,
  partitionsIn: (output: O) => readonly unknown[],
): Promise<O> {
  const businessId = tenant.getStore()
  if (businessId === undefined) return send()
  if (!isOwn(businessId)) throw foreign(businessId, NOT_SENT)
  const output = await send()
  if (!partitionsIn(output).every((partition) => isOfTenant(partition, businessId)))
    throw foreign(businessId, 'an item of another business was read')
  return output
}
