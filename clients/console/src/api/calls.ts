import type { Client } from 'openapi-fetch'
import type { paths } from '../../../typescript/src/api.ts'

/** The methods of `openapi-fetch` that the console calls, with its types. */
export type Api = Pick<Client<paths>, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>

/** The options of a call that the console uses. */
interface Call {
  params?: { path?: Record<string, string>; query?: object; header?: Record<string, string> }
  headers?: Record<string, string>
  body?: unknown
  bodySerializer?: (body: unknown) => NonNullable<RequestInit['body']>
  parseAs?: 'blob'
  signal?: AbortSignal
}

interface Calls {
  baseUrl: string
  token: string
  fetch: (request: Request) => Promise<Response>
}

/** The status of a response without a body. */
const NO_CONTENT = 204

/**
 * What `openapi-fetch` does, as far as the console needs it: its own code is 2 KB of the 40 that a phone has to load
 * before anything is seen.
 */
export function callsWith({ baseUrl, token, fetch }: Calls): Api {
  const send =
    (method: string) =>
    async (path: string, call: Call = {}) => {
      const response = await fetch(
        new Request(baseUrl + addressOf(path, call), { method, ...initOf(call, token) }),
      )
      if (response.status === NO_CONTENT) return { response }
      if (response.ok) return { data: await response[call.parseAs ?? 'json'](), response }
      return { error: await response.json().catch(() => undefined), response }
    }
  // The types are those of openapi-fetch, which are made for each path.
  return Object.fromEntries(
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, send(method)]),
  ) as Api
}

function addressOf(path: string, { params: { path: values = {}, query = {} } = {} }: Call): string {
  // A list is one parameter, with commas.
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return `${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))}${text && `?${text}`}`
}

function initOf(
  { params, headers, body, bodySerializer = JSON.stringify, signal }: Call,
  token: string,
): RequestInit {
  return {
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...params?.header,
      ...headers,
    },
    ...(body !== undefined && { body: bodySerializer(body) }),
    ...(signal && { signal }),
  }
}
