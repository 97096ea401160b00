import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseEngine } from '../../../lib/local/dynamodb/choose-engine.ts'
import { dynoxide } from '../../../lib/local/dynamodb/dynoxide.ts'
import { type DynamoDb, startDynamoDb } from '../../../lib/local/dynamodb/server.ts'
import { temporaryFolder } from '../fixture.ts'
import { processesOf } from './processes.ts'

let resources = new AsyncDisposableStack()
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

/** A running engine, and what it has said on stderr until now. */
async function startOn(dataDir?: string): Promise<{ database: DynamoDb; said: string[] }> {
  const said: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(String(text))
    return true
  })
  const engine = await chooseEngine(dataDir)
  const database = await startDynamoDb(engine, dataDir)
  resources.defer(() => database.stop())
  return { database, said }
}

const folder = async () => resources.use(await temporaryFolder()).path

test('an engine that cannot be run is a line', async () => {
  const path = await folder()
  await expect(startDynamoDb(dynoxide(path))).rejects.toThrow(
    new RegExp(`^Dynoxide did not start: spawn ${path} EACCES$`),
  )
})

/** Resolves when one more line than before has been said that ends so. */
async function killed(kind: 'engine' | 'keeper', database: DynamoDb, said: string[], line: string) {
  const before = said.filter((text) => text.endsWith(line)).length
  for (const pid of processesOf(database.endpoint)[kind]) process.kill(pid, 'SIGKILL')
  await expect.poll(() => said.filter((text) => text.endsWith(line)).length).toBe(before + 1)
}

function clientOf({ endpoint }: DynamoDb): DynamoDBClient {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials })
  resources.defer(() => client.destroy())
  return client
}

const TableName = 'kept'
const Item = { pk: { S: 'a' } }

async function putItem(database: DynamoDb): Promise<void> {
  const client = clientOf(database)
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    }),
  )
  await client.send(new PutItemCommand({ TableName, Item }))
}

const readItem = async (database: DynamoDb) =>
  (await clientOf(database).send(new GetItemCommand({ TableName, Key: Item }))).Item

test('an engine that was killed comes back at its address with its data; the third time it stays away', async () => {
  const { database, said } = await startOn(await folder())
  const { name } = database.engine
  await putItem(database)
  await killed('engine', database, said, 'is running again.\n')
  expect(said).toEqual([
    `${name} has ended. It starts again, on the same data.\n`,
    `${name} is running again.\n`,
  ])
  expect(await readItem(database)).toEqual(Item)
  // The keeper can be killed as well as the engine. An engine without a keeper would occupy the port.
  await killed('keeper', database, said, 'is running again.\n')
  expect(await readItem(database)).toEqual(Item)
  for (const pid of processesOf(database.endpoint).engine) process.kill(pid, 'SIGKILL')
  expect((await database.lost).message).toBe(`${name} has ended 3 times within a minute.`)
  expect(processesOf(database.endpoint)).toEqual({ engine: [], keeper: [] })
})

test('ends are counted for a minute', async () => {
  const { database, said } = await startOn(await folder())
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  for (const now of [0, 59_000, 61_000]) {
    vi.setSystemTime(now)
    await killed('engine', database, said, 'is running again.\n')
  }
  vi.setSystemTime(62_000)
  for (const pid of processesOf(database.endpoint).engine) process.kill(pid, 'SIGKILL')
  expect((await database.lost).message).toMatch('has ended 3 times within a minute.')
})

test('an engine that has everything in memory is lost at once', async () => {
  const { database } = await startOn()
  for (const pid of processesOf(database.endpoint).engine) process.kill(pid, 'SIGKILL')
  expect((await database.lost).message).toBe(
    `${database.engine.name} has ended, and its data in memory is lost.`,
  )
})

test('one that is stopped says nothing and leaves nothing running', async () => {
  const { database, said } = await startOn(await folder())
  await database.stop()
  expect(said).toEqual([])
  expect(processesOf(database.endpoint)).toEqual({ engine: [], keeper: [] })
})

test.runIf(process.platform === 'linux')('it is open to the network exactly when it says so', async () => {
  const { database } = await startOn()
  // All of 127.0.0.0/8 is this machine on Linux; who listens on 127.0.0.1 alone does not answer at 127.0.0.2.
  const socket = connect(Number(new URL(database.endpoint).port), '127.0.0.2')
  resources.defer(() => void socket.destroy())
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  expect(isOpen).toBe(database.engine.isOpenToNetwork)
})

test('pages of other origins get responses from the engines of which SECURITY.md says so', async () => {
  const { database } = await startOn()
  const { headers } = await fetch(database.endpoint, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  })
  const isAnswered = headers.get('access-control-allow-origin') === '*'
  const text = await readFile(new URL('../../../SECURITY.md', import.meta.url), 'utf8')
  expect(text.includes(`${database.engine.name} responds to web pages of every origin`)).toBe(isAnswered)
})
