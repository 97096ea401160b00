import { bucketTarget } from '../../environment.ts'
import { queryOf, signedHeaders } from '../aws/signature.ts'

/**
 * A client for the bucket of pictures: PUT, DELETE and LIST, which is all that is needed of S3. The SDK's client is 589 KB.
 */

/** The bucket could not be reached in time, or had too much to do. Trying again later may succeed. */
export class BucketUnavailable extends Error {
  override name = 'BucketUnavailable'
}

const TRIES = 3
/** An object here has less than 2 MB. */
const TRY_MS = 5_000
/** Full jitter: up to 100 ms before the second try, up to 200 ms before the third. */
const FIRST_WAIT_MS = 100

/** Writes an object, whatever was there. Throws `BucketUnavailable`. */
export async function putObject(
  key: string,
  body: Uint8Array,
  headers: Record<string, string>,
): Promise<void> {
  await call({ method: 'PUT', body, headers }, key)
}

/** Deletes an object, if it is there. Throws `BucketUnavailable`. */
export async function deleteObject(key: string): Promise<void> {
  await call({ method: 'DELETE' }, key)
}

/** An object of a list. */
export interface ListedObject {
  key: string
  /** When it was last written, in milliseconds since the epoch. */
  writtenAt: number
}

/**
 * The objects whose keys begin with a prefix, page by page, in the order of their keys. The keys must need no escape in
 * XML. Throws `BucketUnavailable`.
 */
export async function* listObjects(prefix: string): AsyncGenerator<ListedObject[]> {
  let token: string | undefined
  do {
    const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) }
    const xml = await call({ method: 'GET' }, '', query)
    yield [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
      key: valueIn(entry, 'Key') ?? '',
      writtenAt: Date.parse(valueIn(entry, 'LastModified') ?? ''),
    }))
    token = valueIn(xml, 'NextContinuationToken')
  } while (token !== undefined)
}

const valueIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

interface Request {
  method: 'GET' | 'PUT' | 'DELETE'
  /** With names in lower case. */
  headers?: Record<string, string>
  body?: Uint8Array
}

/** Makes a request, again if it fails in a way that may pass. Returns the body. */
async function call(request: Request, key: string, query: Record<string, string> = {}): Promise<string> {
  const { url: bucket, region, credentials } = await bucketTarget()
  const url = new URL(key, bucket)
  url.search = queryOf(query)
  for (let tries = 1; ; tries++) {
    const { method, headers: own = {}, body = '' } = request
    const asked = { service: 's3', method, url, region, headers: own, body } as const
    const headers = signedHeaders(asked, credentials, new Date())
    const outcome = await attempt(url, { ...request, headers })
    if (typeof outcome === 'string') return outcome
    if (tries === TRIES) throw outcome
    await new Promise((resume) => setTimeout(resume, Math.random() * FIRST_WAIT_MS * tries))
  }
}

/** The body of the response, or the reason why it has not come yet. Throws for a request that S3 understood and refused. */
async function attempt(
  url: URL,
  { method, headers, body }: Request & { headers: Record<string, string> },
): Promise<string | BucketUnavailable> {
  const signal = AbortSignal.timeout(TRY_MS)
  const sent = { method, headers, signal, ...(body && { body: new Uint8Array(body) }) }
  let response: Response
  let text: string
  try {
    response = await fetch(url, sent)
    text = await response.text()
  } catch (cause) {
    return new BucketUnavailable(`no response to a ${method}`, { cause })
  }
  if (response.ok) return text
  const code = valueIn(text, 'Code') ?? ''
  const refusal = `${method} of an object: ${response.status} ${code}`
  // A 400 of this code is about a body that did not arrive in time (API reference, "Error responses").
  if (response.status >= 500 || response.status === 429 || code === 'RequestTimeout')
    return new BucketUnavailable(refusal)
  throw new Error(refusal)
}
