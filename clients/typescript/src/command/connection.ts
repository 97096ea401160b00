import { StorefrontError } from '../problem.ts'
import { type RetryOptions, retrying } from '../retry.ts'
import { createStorefront, type Storefront } from '../storefront.ts'
import { type Credentials, currentCredentials } from './credentials.ts'
import { requireApi } from './require-api.ts'

/** A deployment as a command uses it: with an API key, and with the retries of the client. */
export interface Connection {
  url: string
  client: Storefront
  /**
   * Sends a request whose body or response is not JSON, to a path behind the base URL. Throws `StorefrontError` if the
   * response is an error.
   */
  send(path: string, init?: RequestInit, retry?: RetryOptions): Promise<Response>
}

/** The connection of the credentials in use. Throws a `Failure` if there are none. */
export const connect = async (): Promise<Connection> => connectWith(await currentCredentials())

/** The connection of these credentials. */
export function connectWith({ url, apiKey }: Credentials): Connection {
  const client = createStorefront({ baseUrl: url, apiKey, fetch: fetchHere })
  client.use({ onResponse: ({ request, response }) => requireApi(response, request.method) })
  return {
    url,
    client,
    async send(path, init = {}, retry = {}) {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${apiKey}`)
      const sending = retrying({ fetch: fetchHere, ...retry })
      const response = await sending(new Request(`${url}${path}`, { ...init, headers }))
      await requireApi(response, init.method)
      if (response.ok) return response
      throw new StorefrontError(response, await response.json().catch(() => undefined))
    },
  }
}

/** The API redirects nothing, and `fetch` would make a GET of a POST, and send it without the key. */
const fetchHere = (request: Request) => fetch(request, { redirect: 'manual' })
