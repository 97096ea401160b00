import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Credentials, encoded, type ObjectRequest, signedHeaders } from '../../lib/s3/signature.ts'

type Bytes = string | ArrayBuffer | ArrayBufferView
const bytesOf = (data: Bytes): string | Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : typeof data === 'string'
      ? data
      : new Uint8Array(data)

/** SHA-256 as the SDK wants it, made of Node's own. */
class Sha256 {
  readonly #hash
  constructor(secret?: Bytes) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }
  update(data: Bytes) {
    this.#hash.update(bytesOf(data))
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
  reset() {}
}

/** The headers as the SDK signs them for S3. */
async function signedBySdk(
  { method, url, region, headers = {}, body = new Uint8Array() }: ObjectRequest,
  credentials: Credentials,
  now: Date,
) {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    sha256: Sha256,
    uriEscapePath: false,
  })
  const request = {
    method,
    protocol: 'https:',
    hostname: url.host,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { ...headers, host: url.host },
    body,
  }
  const { host: _, ...signed } = (await signer.sign(request, { signingDate: now })).headers
  return signed
}

const word = fc.stringMatching(/^[A-Za-z0-9/+=]{1,40}$/)
const key = fc.stringMatching(/^media\/[a-z0-9-]{1,36}\/[0-9a-f]{1,64}\/[0-9]{3,4}\.(webp|jpg)$/)
const query = fc.dictionary(
  fc.stringMatching(/^[a-z-]{1,20}$/),
  fc.string({ maxLength: 60, unit: 'grapheme' }),
  {
    maxKeys: 3,
  },
)
const url = fc
  .tuple(fc.constantFrom('https://b.s3.eu-west-1.amazonaws.com', 'http://127.0.0.1:4566/b'), key, query)
  .map(([origin, path, parameters]) => {
    const made = new URL(`${origin}/${path}`)
    made.search = Object.entries(parameters)
      .map(([name, value]) => `${name}=${encoded(value)}`)
      .join('&')
    return made
  })
const request: fc.Arbitrary<ObjectRequest> = fc.record(
  {
    method: fc.constantFrom('GET', 'PUT', 'DELETE'),
    url,
    region: fc.constantFrom('us-east-1', 'eu-central-1', 'cn-north-1', 'local'),
    headers: fc.constantFrom<Record<string, string>>(
      {},
      { 'content-type': 'image/webp', 'cache-control': 'public, max-age=1' },
    ),
    body: fc.uint8Array({ maxLength: 2_000 }),
  },
  { requiredKeys: ['method', 'url', 'region'] },
)
const credentials: fc.Arbitrary<Credentials> = fc.record({
  accessKeyId: word,
  secretAccessKey: word,
  sessionToken: fc.option(word, { nil: undefined }),
})
const date = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

test('1,000 generated requests are signed as the SDK signs them', async () => {
  const property = fc.asyncProperty(request, credentials, date, async (...made) => {
    expect(signedHeaders(...made)).toEqual(await signedBySdk(...made))
  })
  await fc.assert(property, { numRuns: 1000, seed: 1 })
})
