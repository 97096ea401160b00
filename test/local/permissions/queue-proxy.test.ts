import { once } from 'node:events'
import { connect } from 'node:net'
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import {
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import { consumersTemplate } from '../event-sources/consumers.ts'
import { temporaryFolder, writeAssembly } from '../fixture.ts'

const resources = new AsyncDisposableStack()
let stack: RunningStack
/** The environment of a function of the stack. */
let environment: Record<string, string>

beforeAll(async () => {
  const assembly = resources.use(await temporaryFolder())
  const template = consumersTemplate()
  // Nothing takes the messages away.
  delete template.Resources.Messages
  await writeAssembly(assembly.path, template)
  stack = await startStack({ assemblyDir: assembly.path, port: 0 })
  resources.defer(stack.stop)
  const told = (await stack.invoke('Busy', { body: '{}' })) as { environment: Record<string, string> }
  environment = told.environment
})
afterAll(() => resources.disposeAsync())

const Wake = () => `${environment.AWS_ENDPOINT_URL_SQS}/000000000000/fixture-Wake`
const Dead = () => Wake().replace('Wake', 'Dead')

function clientOf(accessKeyId: string): SQSClient {
  const endpoint = environment.AWS_ENDPOINT_URL_SQS ?? ''
  const credentials = { accessKeyId, secretAccessKey: 'any' }
  const client = new SQSClient({ endpoint, region: 'local', credentials, maxAttempts: 1 })
  resources.defer(() => client.destroy())
  return client
}

const denied = (name: string, action: string, resource: string) => ({
  name: 'AccessDenied',
  message:
    `User: arn:aws:sts::000000000000:assumed-role/fixture-${name} is not authorized to perform: ` +
    `${action} on resource: ${resource} because no identity-based policy allows the ${action} action`,
  $metadata: { httpStatusCode: 403 },
})
const onMessage = 'MessageRole/fixture-OnMessage'
const onRecord = 'RecordRole/fixture-OnRecord'
const arn = 'arn:aws:sqs:local:000000000000:fixture-Wake'

test('a function sends what its role allows, alone and in batches', async () => {
  const client = clientOf('OnMessage')
  await client.send(new SendMessageCommand({ QueueUrl: Wake(), MessageBody: 'one', MessageGroupId: 'group' }))
  const Entries = ['two', 'three'].map((Id) => ({ Id, MessageBody: Id, DelaySeconds: 0, MessageGroupId: Id }))
  const batch = await client.send(new SendMessageBatchCommand({ QueueUrl: Wake(), Entries }))
  expect(batch.Successful).toHaveLength(2)
  const { Messages } = await client.send(
    new ReceiveMessageCommand({ QueueUrl: Wake(), MaxNumberOfMessages: 10 }),
  )
  expect(Messages?.map(({ Body }) => Body).sort()).toEqual(['one', 'three', 'two'])
})

test('another queue, another action and another function are refused', async () => {
  const MessageBody = 'no'
  const toDead = clientOf('OnMessage').send(new SendMessageCommand({ QueueUrl: Dead(), MessageBody }))
  await expect(toDead).rejects.toMatchObject(
    denied(onMessage, 'sqs:sendmessage', arn.replace('Wake', 'Dead')),
  )
  const Entries = [{ Id: 'a', MessageBody }]
  const batch = clientOf('OnRecord').send(new SendMessageBatchCommand({ QueueUrl: Wake(), Entries }))
  await expect(batch).rejects.toMatchObject(denied(onRecord, 'sqs:sendmessage', arn))
  const purge = clientOf('OnMessage').send(new PurgeQueueCommand({ QueueUrl: Wake() }))
  await expect(purge).rejects.toMatchObject(denied(onMessage, 'sqs:purgequeue', '*'))
  const unknown = clientOf('nobody').send(new SendMessageCommand({ QueueUrl: Wake(), MessageBody }))
  await expect(unknown).rejects.toMatchObject({ name: 'InvalidClientTokenId' })
  expect(stack.permissions().refused).toContainEqual({
    functionId: 'OnRecord',
    action: 'sqs:SendMessage',
    resource: arn,
  })
})

test('a queue that is not there is the error of SQS', async () => {
  const template = await stack.queue('ListQueues', {})
  expect(template.QueueUrls).toHaveLength(2)
  const missing = stack.queue('ReceiveMessage', { QueueUrl: Wake().replace('Wake', 'Missing') })
  await expect(missing).rejects.toThrow('QueueDoesNotExist')
})

test('a role with a Deny reads its table except for the denied keys', async () => {
  const endpoint = environment.AWS_ENDPOINT_URL_DYNAMODB ?? ''
  const credentials = { accessKeyId: 'OnRecord', secretAccessKey: 'any' }
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials, maxAttempts: 1 })
  resources.defer(() => client.destroy())
  const read = (pk: string) => {
    const Key = { pk: { S: pk }, sk: { S: 'SECRET' } }
    return client.send(new GetItemCommand({ TableName: stack.table.name, Key }))
  }
  await read('BIZ#1')
  await expect(read('BIZ#6f1c2b9e-9d0a-4a51-8f2e-6c1f0c2a1b33#SECRET#1')).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringMatching(
      /dynamodb:GetItem on resource: .*fixture-Table with an explicit deny in an identity-based policy$/,
    ),
  })
})

test.runIf(process.platform === 'linux')('the queues are not open to the network', async () => {
  // All of 127.0.0.0/8 is this machine on Linux; who listens on 127.0.0.1 alone does not answer at 127.0.0.2.
  const port = Number(new URL(environment.AWS_ENDPOINT_URL_SQS ?? '').port)
  const socket = connect(port, '127.0.0.2')
  resources.defer(() => void socket.destroy())
  await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED')
})
