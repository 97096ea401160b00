import { Failure } from './failure.ts'

/** The files of the API: feeds and exports. */
const FILE = /^(application\/(xml|jsonl|gzip|x-ndjson)|text\/csv)\b/
const OBJECT = /^application\/(ld\+)?json\b/

/**
 * Throws a `Failure` for a success that no operation of the API has. A shop's page, a proxy and the portal of a network respond
 * 200 to everything, also to a request that creates or deletes.
 */
export async function requireApi(response: Response, method = 'GET'): Promise<void> {
  const { ok, status, headers } = response
  if (!ok || (status === 204 && method === 'DELETE')) return
  const type = headers.get('content-type') ?? 'no type'
  if (FILE.test(type)) return
  if (
    OBJECT.test(type) &&
    isObject(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    )
  )
    return
  throw notFromApi(`status ${status}, ${type}`)
}

/** The failure of a response that somebody else gave. */
export const notFromApi = (what: string) =>
  new Failure(`the response is not from the API: ${what}; is the base URL right?`)

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
