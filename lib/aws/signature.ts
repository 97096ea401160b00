import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'

/** AWS credentials. Lambda gives each function temporary ones, with their session token. */
export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** Where a call goes, and what is asked for. */
export interface Call {
  /** As in the names of permissions. */
  service: 'dynamodb' | 'sqs'
  /** As in the Host header. */
  host: string
  region: string
  /** `DynamoDB_20120810.<operation>`, `AmazonSQS.<action>` */
  target: string
  /** JSON. */
  body: string
}

/**
 * The headers of a signed call: Signature Version 4, of all headers and the body.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signedHeaders(
  { service, host, region, target, body }: Call,
  credentials: Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  // In alphabetical order, as they are signed.
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.0',
    host,
    'x-amz-date': time,
    ...(credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
    'x-amz-target': target,
  }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = `POST\n/\n\n${lines.join('')}\n${names}\n${hash('sha256', body)}`
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash('sha256', request)}`
  const signature = hmac(signingKey(credentials.secretAccessKey, [day, region, service]), toSign).toString(
    'hex',
  )
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return headers
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
