import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AwsRequest, type Credentials, queryOf, signedHeaders } from '../../../lib/data/aws/signature.ts'

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

/** The headers as the SDK signs them, but for `host`. */
async function signedBySdk(
  { service, method, url, region, headers, body }: AwsRequest,
  credentials: Credentials,
  now: Date,
) {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const signer = new SignatureV4({
    service,
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    sha256: Sha256,
    applyChecksum: service === 's3',
    uriEscapePath: service !== 's3',
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
const region = fc.oneof(
  fc.constantFrom('us-east-1', 'eu-central-1', 'cn-north-1', 'us-gov-west-1', 'eusc-de-east-1', 'local'),
  fc.stringMatching(/^[a-z]{2}-[a-z]{3,9}-[1-9]$/),
)
const host = fc.oneof(
  region.map((name) => `dynamodb.${name}.amazonaws.com`),
  fc.tuple(fc.domain(), fc.integer({ min: 1, max: 65535 })).map(([name, port]) => `${name}:${port}`),
  fc.constantFrom('localhost:8000', '127.0.0.1:36809', '[::1]:8000'),
)
const call: fc.Arbitrary<AwsRequest> = fc.record({
  service: fc.constantFrom('dynamodb', 'sqs'),
  method: fc.constant('POST'),
  url: host.map((name) => new URL(`https://${name}`)),
  region,
  headers: fc
    .constantFrom('DynamoDB_20120810.Query', 'AmazonSQS.SendMessage')
    .map((name) => ({ 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': name })),
  body: fc.oneof(
    fc.constantFrom('', '{}', 'é'.repeat(100_000), '{"a":"\u0000 \ud83c\udf75"}'),
    fc.json(),
    fc.string({ unit: 'binary', size: 'large' }),
  ),
})
const parameters = fc.dictionary(
  fc.stringMatching(/^[a-z-]{1,20}$/),
  fc.string({ maxLength: 60, unit: 'grapheme' }),
  { maxKeys: 3 },
)
/** An object in a bucket, or a list of some. */
const object: fc.Arbitrary<AwsRequest> = fc.record({
  service: fc.constant('s3'),
  method: fc.constantFrom('GET', 'PUT', 'DELETE'),
  url: fc
    .tuple(
      fc.constantFrom('https://b.s3.eu-west-1.amazonaws.com', 'http://127.0.0.1:4566/b'),
      fc.stringMatching(/^media\/[a-z0-9-]{1,36}\/[0-9a-f]{1,64}\/[0-9]{3,4}\.(webp|jpg)$/),
      parameters,
    )
    .map(([origin, path, query]) => new URL(`${origin}/${path}?${queryOf(query)}`)),
  region,
  headers: fc.constantFrom<Record<string, string>>(
    {},
    { 'content-type': 'image/webp', 'cache-control': 'public, max-age=1' },
  ),
  body: fc.oneof(fc.uint8Array({ maxLength: 2_000 }), fc.constant('')),
})
const credentials: fc.Arbitrary<Credentials> = fc.record({
  accessKeyId: word,
  secretAccessKey: word,
  sessionToken: fc.option(fc.stringMatching(/^[A-Za-z0-9/+=]{1,1200}$/), { nil: undefined }),
})
const DAY_MS = 86_400_000
const date = fc.oneof(
  fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
  // Just before, on and just after the border of a day.
  fc
    .tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: -1001, max: 1001 }))
    .map(([day, ms]) => new Date(Math.max(0, day * DAY_MS + ms))),
  fc.constantFrom('2024-02-29T23:59:59.999Z', '2025-01-01T00:00:00.000Z').map((text) => new Date(text)),
)

test.each([
  { what: 'calls', request: call },
  { what: 'requests for objects', request: object },
])('1,000 generated $what are signed as the SDK signs them', async ({ request }) => {
  const property = fc.asyncProperty(request, credentials, date, async (...made) => {
    expect(signedHeaders(...made)).toEqual(await signedBySdk(...made))
  })
  await fc.assert(property, { numRuns: 1000, seed: 1 })
})

/** One that is the same but for its service and region. */
const some = {
  method: 'POST',
  url: new URL('https://dynamodb.eu-west-1.amazonaws.com'),
  headers: {},
  body: '{}',
} as const

test('whose secret, which day, region and service it was before does not matter', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom('eu-west-1', 'eu-west-2'),
    fc.constantFrom('one', 'two', 'two 20250101'),
    fc.constantFrom('2025-01-01T12:00:00Z', '2025-01-02T12:00:00Z', '2025-01-02T12:00:01Z'),
    fc.constantFrom('dynamodb', 'sqs', 's3'),
    async (region, secretAccessKey, time, service) => {
      const made = [
        { ...some, service, region },
        { accessKeyId: 'key', secretAccessKey },
        new Date(time),
      ] as const
      expect(signedHeaders(...made)).toEqual(await signedBySdk(...made))
    },
  )
  await fc.assert(property, { numRuns: 300, seed: 1 })
})

test('an empty session token counts as missing', () => {
  const request = { ...some, service: 'dynamodb', region: 'local' } as const
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: '' }
  expect(signedHeaders(request, credentials, new Date(0))).not.toHaveProperty('x-amz-security-token')
})
