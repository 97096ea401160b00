import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterEach, expect, test } from 'vitest'
import type { FunctionLine } from '../../../lib/local/lambda/function-pool.ts'
import { startStack } from '../../../lib/local/stack.ts'
import { temporaryFolder, writeAssembly } from '../fixture.ts'
import { consumersTemplate, recordsOf } from './consumers.ts'

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

const waiting = { timeout: 20_000, interval: 50 }
const QueueUrl = 'http://queue/000000000000/fixture-Wake'
const folder = async () => resources.use(await temporaryFolder()).path

async function assemblyOf(template: object = consumersTemplate()): Promise<string> {
  const path = await folder()
  await writeAssembly(path, template)
  return path
}

async function putEvent(table: { name: string; endpoint: string }, id: string, pk = 'BIZ#1') {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const client = new DynamoDBClient({ endpoint: table.endpoint, region: 'local', credentials })
  const Item = { pk: { S: pk }, sk: { S: id } }
  await client.send(new PutItemCommand({ TableName: table.name, Item }))
  client.destroy()
}

const sortKeys = (lines: FunctionLine[]) =>
  recordsOf(lines, 'OnRecord').map(({ dynamodb }) => (dynamodb as { Keys: { sk: { S: string } } }).Keys.sk.S)
const bodies = (lines: FunctionLine[]) => recordsOf(lines, 'OnMessage').map(({ body }) => body)

test('after a kill the next run gets the records and messages that were not done, and none that were', async () => {
  const [dataDir, assemblyDir] = [await folder(), await assemblyOf(consumersTemplate(5))]
  const stackFile = new URL('../../../lib/local/stack.ts', import.meta.url)
  const program = `
    const { startStack } = await import(${JSON.stringify(stackFile)})
    const log = ({ functionName, line }) => console.log(functionName + ' ' + line)
    const { table, queue } = await startStack({ ...${JSON.stringify({ assemblyDir, dataDir, port: 0 })}, log })
    console.log('TABLE ' + JSON.stringify(table))
    for (const MessageBody of ['hang', 'done'])
      await queue('SendMessage', { QueueUrl: ${JSON.stringify(QueueUrl)}, MessageBody })
    await queue('SendMessage', { QueueUrl: ${JSON.stringify(QueueUrl)}, MessageBody: 'later', DelaySeconds: 3 })
    console.log('SENT')`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed: string[] = []
  createInterface(parent.stdout).on('line', (line) => printed.push(line))
  const hasPrinted = (text: string) => expect.poll(() => printed.join('\n'), waiting).toContain(text)
  await hasPrinted('SENT')
  const table = JSON.parse(printed.find((line) => line.startsWith('TABLE '))?.slice(6) ?? '')
  await putEvent(table, 'evt_1')
  await hasPrinted('evt_1')
  await putEvent(table, 'evt_2', 'hang')
  await hasPrinted('evt_2')
  await putEvent(table, 'evt_3')
  await hasPrinted('"body":"done"')
  await hasPrinted('"body":"hang"')
  parent.kill('SIGKILL')
  await once(parent, 'exit')

  const lines: FunctionLine[] = []
  const next = await startStack({ assemblyDir, dataDir, port: 0, log: (line) => lines.push(line) })
  resources.defer(next.stop)
  await expect.poll(() => bodies(lines).sort(), waiting).toEqual(['hang', 'later'])
  await expect.poll(() => sortKeys(lines), waiting).toContain('evt_2')
  expect(sortKeys(lines)).not.toContain('evt_1')
})

test('nothing is invoked after the stack is stopped, and what was under way comes again', async () => {
  const [dataDir, assemblyDir] = [await folder(), await assemblyOf(consumersTemplate(5))]
  const lines: FunctionLine[] = []
  const options = { assemblyDir, dataDir, port: 0, log: (line: FunctionLine) => lines.push(line) }
  const first = await startStack(options)
  await first.queue('SendMessage', { QueueUrl, MessageBody: 'hang' })
  await expect.poll(() => bodies(lines), waiting).toEqual(['hang'])
  await first.stop()
  const before = lines.length
  await expect(first.queue('SendMessage', { QueueUrl, MessageBody: 'lost' })).rejects.toThrow()
  expect(lines).toHaveLength(before)
  const second = await startStack(options)
  resources.defer(second.stop)
  await expect.poll(() => bodies(lines), waiting).toEqual(['hang', 'hang'])
})

test('a table that was kept without a stream gets one, and its mapping begins there', async () => {
  const [dataDir, template] = [await folder(), consumersTemplate()]
  const withoutStream = structuredClone(template)
  Object.assign(withoutStream.Resources.Table?.Properties ?? {}, { StreamSpecification: undefined })
  delete withoutStream.Resources.Records
  const first = await startStack({ assemblyDir: await assemblyOf(withoutStream), dataDir, port: 0 })
  await putEvent(first.table, 'evt_1')
  await first.stop()
  const lines: FunctionLine[] = []
  const log = (line: FunctionLine) => lines.push(line)
  const next = await startStack({ assemblyDir: await assemblyOf(template), dataDir, port: 0, log })
  resources.defer(next.stop)
  await putEvent(next.table, 'evt_2')
  await expect.poll(() => sortKeys(lines), waiting).toEqual(['evt_2'])
})

test('a mapping whose function does not have a permission is an error, and nothing is left running', async () => {
  const template = consumersTemplate()
  template.Resources.MessageRole = { Type: 'AWS::IAM::Role', Properties: {} }
  const start = startStack({ assemblyDir: await assemblyOf(template), port: 0 })
  await expect(start).rejects.toThrow(
    'The event source mapping Messages needs sqs:ReceiveMessage on arn:aws:sqs:local:000000000000:fixture-Wake, which the role of OnMessage does not allow.',
  )
})
