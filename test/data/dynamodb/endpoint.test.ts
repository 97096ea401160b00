import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asksOverTls, awsTarget, useTable } from '../../../lib/environment.ts'

interface Sent {
  protocol: string
  hostname: string
  port?: number
  path: string
  headers: Record<string, string>
}

/** The address to which the SDK sends a call in this environment, and the region and key that it signs with. */
async function targetOfSdk() {
  let sent: Sent | undefined
  const client = new DynamoDBClient({
    maxAttempts: 1,
    requestHandler: {
      handle: (request: Sent) => {
        sent = request
        return Promise.reject(new Error('not sent'))
      },
    },
  })
  const call = client.send(new GetItemCommand({ TableName: 'table', Key: {} }))
  await expect(call).rejects.toThrow('not sent')
  if (!sent) throw new Error('the SDK sent nothing')
  const { protocol, hostname, port, path, headers } = sent
  const [, accessKeyId, region] = /Credential=(\w+)\/\d+\/([\w-]+)\//.exec(headers.authorization ?? '') ?? []
  return {
    endpoint: `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`,
    host: headers.host,
    region,
    accessKeyId,
    sessionToken: headers['x-amz-security-token'],
  }
}

function ours() {
  const { endpoint, region, credentials } = awsTarget()
  const { accessKeyId, sessionToken } = credentials
  return { endpoint: String(endpoint), host: endpoint.host, region, accessKeyId, sessionToken }
}

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_SESSION_TOKEN', undefined)
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', undefined)
  vi.stubEnv('AWS_ENDPOINT_URL', undefined)
  vi.stubEnv('AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', undefined)
})
afterEach(() => vi.unstubAllEnvs())

const AWS = 'https://dynamodb.eu-west-1.amazonaws.com/'

const REGIONS = [
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
  'ca-central-1',
  'ca-west-1',
  'mx-central-1',
  'sa-east-1',
  'af-south-1',
  'il-central-1',
  'me-central-1',
  'me-south-1',
  'eu-central-1',
  'eu-central-2',
  'eu-north-1',
  'eu-south-1',
  'eu-south-2',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'ap-east-1',
  'ap-east-2',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-south-2',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-6',
  'ap-southeast-7',
  'cn-north-1',
  'cn-northwest-1',
  'us-gov-east-1',
  'us-gov-west-1',
  'eusc-de-east-1',
]

test.each(REGIONS)('a call from %s goes where the SDK sends it', async (region) => {
  vi.stubEnv('AWS_REGION', region)
  expect(ours()).toEqual(await targetOfSdk())
})

test('so does one from a region that is not there yet', async () => {
  const prefix = fc.constantFrom(
    'us',
    'eu',
    'ap',
    'sa',
    'ca',
    'me',
    'af',
    'il',
    'mx',
    'cn',
    'us-gov',
    'eusc-de',
  )
  const name = fc.tuple(prefix, fc.stringMatching(/^[a-z]{3,12}$/), fc.integer({ min: 1, max: 99 }))
  const property = fc.asyncProperty(name, async (parts) => {
    vi.stubEnv('AWS_REGION', parts.join('-'))
    expect(ours()).toEqual(await targetOfSdk())
  })
  await fc.assert(property, { numRuns: 60, seed: 1 })
})

test.each([
  'http://127.0.0.1:8000',
  'http://localhost:80/',
  'https://localhost:443',
  'https://dynamodb.example:8443',
  'http://[::1]:8000',
  'https://vpce-1-abc.dynamodb.eu-west-1.vpce.amazonaws.com',
])('a process with the endpoint %s uses it, and signs for its own region', async (endpoint) => {
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', endpoint)
  vi.stubEnv('AWS_SESSION_TOKEN', 'token+/=')
  expect(ours()).toEqual(await targetOfSdk())
})

test('a call is signed for the root of an endpoint, where it goes, whatever path that has', () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:8000/base?a=b')
  expect(ours().endpoint).toBe('http://127.0.0.1:8000/')
})

describe('what the environment says of endpoints', () => {
  const own = 'http://127.0.0.1:8000'
  const general = 'https://localhost:4566'
  test.each<
    [own: string | undefined, general: string | undefined, ignore: string | undefined, expected: string]
  >([
    [undefined, general, undefined, `${general}/`],
    [own, general, undefined, `${own}/`],
    ['', general, undefined, `${general}/`],
    ['', '', undefined, AWS],
    [own, undefined, 'true', AWS],
    [undefined, general, 'true', AWS],
    [own, general, 'false', `${own}/`],
    [own, general, '', `${own}/`],
    [undefined, general, 'TRUE', `${general}/`],
    [undefined, general, '1', `${general}/`],
  ])('own %s, general %s, ignored %s: the call goes to %s', async (own, general, ignore, expected) => {
    vi.stubEnv('AWS_REGION', 'eu-west-1')
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', own)
    vi.stubEnv('AWS_ENDPOINT_URL', general)
    vi.stubEnv('AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', ignore)
    expect(await targetOfSdk()).toMatchObject({ endpoint: expected })
    expect(ours()).toEqual(await targetOfSdk())
    expect(asksOverTls()).toBe(expected.startsWith('https:'))
  })

  test('is overruled by an endpoint that a program names', async () => {
    vi.stubEnv('STOREFRONT_TABLE', undefined)
    vi.stubEnv('AWS_REGION', undefined)
    vi.stubEnv('AWS_ENDPOINT_URL', general)
    vi.stubEnv('AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', 'true')
    useTable({ name: 'table', endpoint: own })
    expect(await targetOfSdk()).toMatchObject({ endpoint: `${own}/` })
    expect(ours()).toEqual(await targetOfSdk())
  })
})
