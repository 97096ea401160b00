import {
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import { fixtureTemplate, temporaryFolder, writeAssembly } from '../fixture.ts'

const resources = new AsyncDisposableStack()
let stack: RunningStack
/** The address of DynamoDB for the functions of the stack. */
let endpoint: string

/** The functions may put items and query an index. Each test puts under a key of its own. */
const template = structuredClone(fixtureTemplate())
template.Resources.Role = {
  Type: 'AWS::IAM::Role',
  Properties: {
    Policies: [
      {
        PolicyDocument: {
          Statement: [
            { Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: { 'Fn::GetAtt': ['Table', 'Arn'] } },
            {
              Effect: 'Allow',
              Action: ['dynamodb:Query'],
              Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Table', 'Arn'] }, '/index/by-name']] },
            },
          ],
        },
      },
    ],
  },
}

beforeAll(async () => {
  const assembly = resources.use(await temporaryFolder())
  await writeAssembly(assembly.path, template)
  stack = await startStack({ assemblyDir: assembly.path, port: 0 })
  resources.defer(stack.stop)
  const told = await stack.invoke('Busy', { body: '{}' })
  endpoint = (told as { environment: Record<string, string> }).environment.AWS_ENDPOINT_URL_DYNAMODB ?? ''
})
afterAll(() => resources.disposeAsync())

const TableName = 'fixture-Table'
const arn = `arn:aws:dynamodb:local:000000000000:table/${TableName}`
const keyOf = (name: string) => ({ pk: { S: name }, sk: { S: 'it' } })

/** A client with this access key. */
function clientOf(accessKeyId: string, at = endpoint): DynamoDBClient {
  const credentials = { accessKeyId, secretAccessKey: 'any' }
  const client = new DynamoDBClient({ endpoint: at, region: 'local', credentials, maxAttempts: 1 })
  resources.defer(() => client.destroy())
  return client
}

/** The item of a name, read past the proxy. */
const stored = async (name: string) =>
  (await clientOf('local', stack.table.endpoint).send(new GetItemCommand({ TableName, Key: keyOf(name) })))
    .Item

/** The error of a call that AWS does not allow. */
const denied = (action: string, resource: string) => ({
  name: 'AccessDeniedException',
  message:
    'User: arn:aws:sts::000000000000:assumed-role/fixture-Role/fixture-Busy is not authorized to perform: ' +
    `dynamodb:${action} on resource: ${resource} because no identity-based policy allows the dynamodb:${action} action`,
  $metadata: { httpStatusCode: 400 },
})

const byName = {
  KeyConditionExpression: '#scope = :scope',
  ExpressionAttributeNames: { '#scope': 'scope' },
  ExpressionAttributeValues: { ':scope': { S: 'tea' } },
}

test('a key of an index that DynamoDB does not take is refused, though the engine would take it', async () => {
  const Item = { ...keyOf('long'), scope: { S: 'x'.repeat(2049) }, name: { S: 'a' } }
  const put = clientOf('Busy').send(new PutItemCommand({ TableName, Item }))
  await expect(put).rejects.toMatchObject({ name: 'ValidationException' })
  expect(await stored('long')).toBeUndefined()
})

test('what the role allows is carried out', async () => {
  const Item = { ...keyOf('allowed'), scope: { S: 'tea' }, byName: { S: 'a' }, card: { S: 'A card' } }
  await clientOf('Busy').send(new PutItemCommand({ TableName, Item }))
  expect(await stored('allowed')).toEqual(Item)
  const query = new QueryCommand({ ...byName, TableName, IndexName: 'by-name' })
  expect(await clientOf('Busy').send(query)).toMatchObject({ Items: [Item] })
})

test('a table may be given as an ARN: the proxy lets that pass to engines of which not all understand it', async () => {
  const put = clientOf('Busy').send(new PutItemCommand({ TableName: arn, Item: keyOf('by arn') }))
  const outcome = await put.then(
    () => 'stored',
    ({ name }: Error) => name,
  )
  expect(outcome).toBeOneOf(['stored', 'ValidationException'])
})

test('an action that the role does not allow is refused', async () => {
  for (const name of [TableName, arn]) {
    const get = clientOf('Busy').send(new GetItemCommand({ TableName: name, Key: keyOf('x') }))
    await expect(get).rejects.toMatchObject(denied('GetItem', arn))
  }
})

test('a Query is refused on the table and on another index than the role allows', async () => {
  const query = (IndexName?: string) =>
    clientOf('Busy').send(new QueryCommand({ ...byName, TableName, IndexName }))
  await expect(query()).rejects.toMatchObject(denied('Query', arn))
  await expect(query('by-price')).rejects.toMatchObject(denied('Query', `${arn}/index/by-price`))
})

test('a table that is not the role’s is refused', async () => {
  const put = clientOf('Busy').send(new PutItemCommand({ TableName: 'another', Item: keyOf('x') }))
  await expect(put).rejects.toMatchObject(denied('PutItem', arn.replace(TableName, 'another')))
})

test('a transaction is refused for one element that the role does not allow, and writes nothing', async () => {
  const write = (...further: object[]) =>
    clientOf('Busy').send(
      new TransactWriteItemsCommand({
        TransactItems: [{ Put: { TableName, Item: keyOf('transaction') } }, ...further],
      }),
    )
  const ConditionExpression = 'attribute_not_exists(pk)'
  const Key = keyOf('other')
  await expect(write({ Delete: { TableName, Key } })).rejects.toMatchObject(denied('DeleteItem', arn))
  const check = { ConditionCheck: { TableName, Key, ConditionExpression } }
  await expect(write(check)).rejects.toMatchObject(denied('ConditionCheckItem', arn))
  expect(await stored('transaction')).toBeUndefined()
  const read = new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key } }] })
  await expect(clientOf('Busy').send(read)).rejects.toMatchObject(denied('GetItem', arn))
  await write()
  expect(await stored('transaction')).toEqual(keyOf('transaction'))
})

test('an operation that is not known here is refused', async () => {
  const list = clientOf('Busy').send(new ListTablesCommand({}))
  await expect(list).rejects.toMatchObject(denied('ListTables', '*'))
})

test('a caller that is not a function is refused at every action, and an empty transaction too', async () => {
  const unknown = {
    name: 'UnrecognizedClientException',
    message: 'The security token included in the request is invalid.',
  }
  const put = new PutItemCommand({ TableName, Item: keyOf('unknown') })
  await expect(clientOf('local').send(put)).rejects.toMatchObject(unknown)
  await expect(clientOf('Table').send(put)).rejects.toMatchObject(unknown)
  const nothing = new TransactWriteItemsCommand({ TransactItems: [] })
  await expect(clientOf('local').send(nothing)).rejects.toMatchObject(unknown)
  expect(await stored('unknown')).toBeUndefined()
})

test('a refusal has the bytes and headers of DynamoDB', async () => {
  const headers = {
    authorization: 'AWS4-HMAC-SHA256 Credential=Busy/20260101/local/dynamodb/aws4_request, Signature=0',
    'x-amz-target': 'DynamoDB_20120810.Scan',
  }
  const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify({ TableName }) })
  const Message = denied('Scan', arn).message
  expect(answer.status).toBe(400)
  expect(answer.headers.get('content-type')).toBe('application/x-amz-json-1.0')
  expect(answer.headers.get('x-amz-crc32')).toMatch(/^\d+$/)
  expect(await answer.text()).toBe(
    JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', Message }),
  )
})

test('the stack reports what its functions are allowed to do, what they did and what was refused', async () => {
  const put = { functionId: 'Answer', action: 'dynamodb:PutItem', resource: arn }
  const get = { functionId: 'Answer', action: 'dynamodb:GetItem', resource: arn }
  expect(stack.permissions().granted).toContainEqual(put)
  expect(stack.permissions().granted).toHaveLength(8)
  for (const record of [stack.permissions().used, stack.permissions().refused])
    expect(record.filter(({ functionId }) => functionId === 'Answer')).toEqual([])
  await clientOf('Answer').send(new PutItemCommand({ TableName, Item: keyOf('told') }))
  await clientOf('Answer').send(new PutItemCommand({ TableName, Item: keyOf('told again') }))
  await expect(
    clientOf('Answer').send(new GetItemCommand({ TableName, Key: keyOf('told') })),
  ).rejects.toThrow()
  const { used, refused } = stack.permissions()
  expect(used.filter(({ functionId }) => functionId === 'Answer')).toEqual([put])
  expect(refused.filter(({ functionId }) => functionId === 'Answer')).toEqual([get])
})
