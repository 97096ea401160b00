import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Call, type Credentials, signedHeaders } from '../../lib/aws/signature.ts'

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

/** The headers as the SDK signs them. */
async function signedBySdk(
  { service, host, region, target, body }: Call,
  credentials: Credentials,
  now: Date,
) {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const signer = new SignatureV4({
    service,
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    sha256: Sha256,
    applyChecksum: false,
  })
  const request = {
    method: 'POST',
    protocol: 'https:',
    hostname: host,
    path: '/',
    query: {},
    headers: { 'content-type': 'application/x-amz-json-1.0', host, 'x-amz-target': target },
    body,
  }
  return (await signer.sign(request, { signingDate: now })).headers
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
const body = fc.oneof(
  fc.constantFrom('', '{}', 'é'.repeat(100_000), '{"a":"\u0000 \ud83c\udf75"}'),
  fc.json(),
  fc.string({ unit: 'binary', size: 'large' }),
)
const call: fc.Arbitrary<Call> = fc.record({
  service: fc.constantFrom('dynamodb', 'sqs'),
  host,
  region,
  target: fc.constantFrom('DynamoDB_20120810.Query', 'DynamoDB_20120810.GetItem'),
  body,
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

test('1,000 generated calls are signed as the SDK signs them', async () => {
  const property = fc.asyncProperty(call, credentials, date, async (...made) => {
    expect(signedHeaders(...made)).toEqual(await signedBySdk(...made))
  })
  await fc.assert(property, { numRuns: 1000, seed: 1 })
})

test('whose secret, which day, region and service it was before does not matter', async () => {
  const some = {
    host: 'dynamodb.eu-west-1.amazonaws.com',
    target: 'DynamoDB_20120810.Query',
    body: '{}',
  } as const
  const property = fc.asyncProperty(
    fc.constantFrom('eu-west-1', 'eu-west-2'),
    fc.constantFrom('one', 'two', 'two 20250101'),
    fc.constantFrom('2025-01-01T12:00:00Z', '2025-01-02T12:00:00Z', '2025-01-02T12:00:01Z'),
    fc.constantFrom('dynamodb', 'sqs'),
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

test('an empty session token is none', async () => {
  const made = {
    service: 'dynamodb' as const,
    host: 'localhost',
    region: 'local',
    target: 'DynamoDB_20120810.Query',
    body: '{}',
  }
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: '' }
  expect(signedHeaders(made, credentials, new Date(0))).not.toHaveProperty('x-amz-security-token')
})
