import { createHmac, hash } from 'node:crypto'

/** AWS credentials. Lambda gives each function temporary ones, with their session token. */
export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** A request to S3. */
export interface ObjectRequest {
  method: 'GET' | 'PUT' | 'DELETE'
  /** The whole address; its path and query are signed. */
  url: URL
  region: string
  /** Further headers, with names in lower case. */
  headers?: Record<string, string>
  body?: Uint8Array | undefined
}

/**
 * The headers of a signed request, without `host`, which is signed too: Signature Version 4, of the body and all headers
 * but `cache-control`, which proxies change.
 * S3 encodes each part of a path once; the keys here need no encoding.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signedHeaders(
  { method, url, region, headers = {}, body = new Uint8Array() }: ObjectRequest,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const digest = hash('sha256', body)
  const sent = {
    ...headers,
    'x-amz-content-sha256': digest,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  }
  const signed = Object.entries({ ...sent, host: url.host })
    .filter(([name]) => name !== 'cache-control')
    .sort(byName)
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('')
  const request = [method, url.pathname, canonicalQuery(url), lines, names, digest].join('\n')
  const scope = [day, region, 's3', 'aws4_request']
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash('sha256', request)].join('\n')
  const key = scope.reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`))
  const signature = hmac(key, toSign).toString('hex')
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/** Names and values percent-encoded but for unreserved characters (RFC 3986, 2.3), in the order of the names. */
const canonicalQuery = ({ searchParams }: URL) =>
  [...searchParams]
    .map(([name, value]): [string, string] => [encoded(name), encoded(value)])
    .sort(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** Percent-encoded but for unreserved characters. */
export const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1)

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
