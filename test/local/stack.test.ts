import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterEach, expect, test, vi } from 'vitest'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { fixtureTemplate, temporaryFolder, writeAssembly } from './fixture.ts'

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

async function folder(): Promise<string> {
  return resources.use(await temporaryFolder()).path
}

async function assemblyOf(template?: object): Promise<string> {
  const path = await folder()
  await writeAssembly(path, template)
  return path
}

function clientOf({ endpoint }: RunningStack['table']): DynamoDBClient {
  const client = new DynamoDBClient({
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  })
  resources.defer(() => client.destroy())
  return client
}

const item = { pk: { S: 'BIZ#1' }, sk: { S: 'PROFILE' }, name: { S: 'kept' } }
const put = (table: RunningStack['table']) =>
  clientOf(table).send(new PutItemCommand({ TableName: table.name, Item: item }))
const get = async (table: RunningStack['table']) => {
  const Key = { pk: item.pk, sk: item.sk }
  return (await clientOf(table).send(new GetItemCommand({ TableName: table.name, Key }))).Item
}

/** Resolves when nothing listens on the endpoint any more. */
async function gone(endpoint: string): Promise<void> {
  const port = Number(new URL(endpoint).port)
  const refuses = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(false)).on('error', () => resolve(true))
      socket.unref()
    })
  await expect.poll(refuses).toBe(true)
}

/** The processes that keep an engine, or are one, and were started with a part of this. */
async function enginesWith(part: string): Promise<string[]> {
  const ps = spawn('ps', ['-eo', 'args'])
  const lines = await Array.fromAsync(createInterface(ps.stdout))
  return lines.filter(
    (line) => /keeper\.ts|DynamoDBLocal\.jar|dynoxide serve/.test(line) && line.includes(part),
  )
}

test('the table is the one of the template; stopping ends it, its proxies, and the API', async () => {
  const stack = await startStack({ assemblyDir: await assemblyOf(), port: 0 })
  resources.defer(stack.stop)
  const client = clientOf(stack.table)
  const { Table } = await client.send(new DescribeTableCommand({ TableName: stack.table.name }))
  const { TimeToLiveDescription } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: stack.table.name }),
  )
  expect(stack.table.name).toBe('fixture-Table')
  expect(Table).toMatchObject({
    AttributeDefinitions: ['pk', 'sk', 'byName', 'scope'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-name',
        KeySchema: [
          { AttributeName: 'scope', KeyType: 'HASH' },
          { AttributeName: 'byName', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['card', 'facets'] },
      },
    ],
  })
  expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'KEYS_ONLY' })
  expect(TimeToLiveDescription).toMatchObject({ AttributeName: 'expires', TimeToLiveStatus: 'ENABLED' })

  const told = (await stack.invoke('Busy', { body: '{}' })) as { environment: Record<string, string> }
  await stack.stop()
  await gone(told.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '')
  await gone(stack.table.endpoint)
  await gone(stack.baseUrl)
  expect(await enginesWith(`port ${new URL(stack.table.endpoint).port}`)).toEqual([])
})

function withoutIndexes(): object {
  const template = structuredClone(fixtureTemplate())
  Object.assign(template.Resources.Table?.Properties ?? {}, {
    GlobalSecondaryIndexes: [],
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
    ],
  })
  return template
}

test('a parent killed without warning leaves no engine behind and loses no data; other indexes are an error', async () => {
  const dataDir = await folder()
  const assemblyDir = await assemblyOf()
  const stackFile = new URL('../../lib/local/stack.ts', import.meta.url)
  const program = `
    const { startStack } = await import(${JSON.stringify(stackFile)})
    const { table } = await startStack(${JSON.stringify({ assemblyDir, dataDir, port: 0 })})
    console.log(JSON.stringify(table))`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(parent.stdout), 'line')
  const table = JSON.parse(line)
  await put(table)
  expect(await enginesWith(dataDir)).not.toEqual([])
  parent.kill('SIGKILL')
  await gone(table.endpoint)
  await expect.poll(() => enginesWith(dataDir)).toEqual([])

  const next = await startStack({ assemblyDir, port: 0, dataDir })
  resources.defer(next.stop)
  expect(await get(next.table)).toEqual(item)
  await next.stop()

  const third = startStack({ assemblyDir: await assemblyOf(withoutIndexes()), port: 0, dataDir })
  await expect(third).rejects.toThrow('fixture-Table has other keys or indexes than the template')
  await expect.poll(() => enginesWith(dataDir)).toEqual([])
})

test('a taken port is one clear line, and nothing is touched or left running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  resources.defer(() => void other.close())
  const address = other.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const prepareAssembly = vi.fn(async () => {})
  const dataDir = join(await folder(), 'data')
  const start = startStack({ assemblyDir: '/nowhere', prepareAssembly, port, dataDir })
  await expect(start).rejects.toThrow(`Port ${port} is in use. Choose another one: PORT=${port + 1}`)
  expect(prepareAssembly).not.toHaveBeenCalled()
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
})

test('an assembly that cannot be made is an error, and nothing is left running', async () => {
  const dataDir = await folder()
  const prepareAssembly = async () => {
    throw new Error('not today')
  }
  const start = startStack({ assemblyDir: '/nowhere', port: 0, dataDir, prepareAssembly })
  await expect(start).rejects.toThrow('not today')
  await expect.poll(() => enginesWith(dataDir)).toEqual([])
})

test('a policy that cannot be interpreted is an error, and nothing is left running', async () => {
  const dataDir = await folder()
  const template = fixtureTemplate()
  const Statement = { Effect: 'Deny', Action: 'dynamodb:Scan', Resource: { 'Fn::GetAtt': ['Table', 'Arn'] } }
  Object.assign(template.Resources.Role?.Properties ?? {}, { Policies: [{ PolicyDocument: { Statement } }] })
  const start = startStack({ assemblyDir: await assemblyOf(template), port: 0, dataDir })
  await expect(start).rejects.toThrow('Role: a policy has Effect Deny, which lib/local does not interpret')
  await expect.poll(() => enginesWith(dataDir)).toEqual([])
})
