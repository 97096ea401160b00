import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'

/** AWS credentials. Lambda gives each function temporary ones, with their session token. */
export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** A request to a service of AWS. */
export interface AwsRequest {
  /** As in the names of permissions. */
  service: 'dynamodb' | 'sqs' | 's3'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Its path and its query are signed as they are: encoded, and the query as `queryOf` makes it. */
  url: URL
  region: string
  /** Further headers, with names in lower case. */
  headers: Record<string, string>
  body: string | Uint8Array
}

/**
 * The headers of a signed request, without `host`, which is signed too: Signature Version 4, of the body and all headers
 * but `cache-control`, which proxies change. S3 has the body's digest in a header of its own.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signedHeaders(
  { service, method, url, region, headers, body }: AwsRequest,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const digest = hash('sha256', body)
  const sent = {
    ...headers,
    ...(service === 's3' && { 'x-amz-content-sha256': digest }),
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  }
  const signed = Object.entries({ ...sent, host: url.host })
    .filter(([name]) => name !== 'cache-control')
    .sort(byName)
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('')
  const request = [method, url.pathname, url.search.slice(1), lines, names, digest].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash('sha256', request)}`
  const signature = hmac(signingKey(secretAccessKey, [day, region, service]), toSign).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { ...sent, authorization }
}

/**
 * The headers of a signed call of a service that speaks JSON; `operation` is `DynamoDB_20120810.<operation>` or
 * `AmazonSQS.<action>`.
 */
export function signedCall(
  service: 'dynamodb' | 'sqs',
  { endpoint: url, region, credentials }: { endpoint: URL; region: string; credentials: Credentials },
  operation: string,
  body: string,
): Record<string, string> {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': operation }
  const request = { service, method: 'POST', url, region, headers, body } as const
  return signedHeaders(request, credentials, new Date())
}

let known: { name: string; key: KeyObject } | undefined

/** Good for a day. As a key object, which is made ready once, it signs five times as fast as its bytes. */
function signingKey(secret: string, scope: readonly string[]): KeyObject {
  const name = [secret, ...scope].join(' ')
  if (known?.name !== name) {
    const start = Buffer.from(`AWS4${secret}`)
    known = { name, key: createSecretKey([...scope, 'aws4_request'].reduce(hmac, start)) }
  }
  return known.key
}

const hmac = (key: Buffer | KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** A query as it is signed: names and values percent-encoded except for unreserved characters (RFC 3986, 2.3), in the order of the names. */
export const queryOf = (parameters: Record<string, string>): string =>
  Object.entries(parameters)
    .map(([name, value]): [string, string] => [encoded(name), encoded(value)])
    .sort(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1)
