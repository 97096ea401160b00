import { unwrap } from '../problem.ts'
import { asList } from './columns.ts'
import { type CommonOptions, printJson } from './common-options.ts'
import type { Connection } from './connection.ts'
import { saySeeIt } from './see-it.ts'

/** Prints the business and the API key of a connection, and where its shop can be seen. Throws `StorefrontError` if the key is not valid. */
export async function showIdentity(connection: Connection, { json }: CommonOptions): Promise<void> {
  const { client, url } = connection
  const key = await unwrap(client.GET('/admin/api-keys/current'))
  const { id, slug, name, currency } = await unwrap(client.GET('/business'))
  if (json) {
    printJson({ url, business: { id, slug, name, currency }, key })
    return
  }
  const { prefix, last4, scopes, rate_limit, expires_at } = key
  console.log(
    asList({
      business: `${name} (${slug}, ${currency})`,
      key: `${key.name} (${prefix}…${last4})`,
      scopes: scopes.join(' '),
      'rate limit': `${rate_limit.per_second} requests per second, ${rate_limit.burst} at once`,
      expires: expires_at ?? 'never',
      url,
    }),
  )
  await saySeeIt(connection, slug)
}
