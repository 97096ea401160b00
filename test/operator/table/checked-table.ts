import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
  type UpdateTimeToLiveCommandInput,
} from '@aws-sdk/client-dynamodb'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import { isJsonObject } from '../../../lib/domain/body/json-object.ts'
import { useTable } from '../../../lib/environment.ts'
import { REGION } from '../../../lib/local/template/intrinsics.ts'
import { commandsIn } from '../../docs/shell.ts'
import { dynamoProxy } from '../../support/dynamo-proxy.ts'
import { readTemplate, resourcesOf } from '../../support/template.ts'

/** Settings that the engine does not know, or never reports. */
export const stated: {
  /** The status of point-in-time recovery. */
  recovery: 'ENABLED' | 'DISABLED' | 'unknown'
  /** The status of every index and of the table, if it is not that of the engine. */
  index: string | undefined
  table: string | undefined
} = { recovery: 'ENABLED', index: undefined, table: undefined }

const { endpoint } = inject('table')
const proxy = await dynamoProxy({
  endpoint,
  async onCall({ operation, body, send }) {
    if (operation === 'DescribeTable') {
      const reply = await send()
      const restated = (text: string, name: string, status: string | undefined) =>
        status ? text.replaceAll(new RegExp(`"${name}":"\\w+"`, 'g'), `"${name}":"${status}"`) : text
      const indexes = restated(reply.body, 'IndexStatus', stated.index)
      return { status: reply.status, body: restated(indexes, 'TableStatus', stated.table) }
    }
    if (operation !== 'DescribeContinuousBackups' || stated.recovery === 'unknown') return send()
    if (!JSON.parse(body).TableName) return { status: 400, body: '{"__type": "ValidationException"}' }
    const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus: stated.recovery }
    return {
      status: 200,
      body: JSON.stringify({ ContinuousBackupsDescription: { PointInTimeRecoveryDescription } }),
    }
  },
})
const client = new DynamoDBClient({ endpoint: proxy.endpoint, region: REGION })
afterAll(() => {
  client.destroy()
  return proxy.close()
})

const [table] = resourcesOf(readTemplate(inject('assemblyDir')), 'AWS::DynamoDB::GlobalTable')

/** The table of the template as CreateTable takes it. */
function templateTable(): CreateTableCommandInput {
  const {
    AttributeDefinitions,
    KeySchema,
    GlobalSecondaryIndexes,
    BillingMode,
    StreamSpecification,
    Replicas,
  } = JSON.parse(JSON.stringify(table?.Properties))
  return {
    TableName: `check-${crypto.randomUUID()}`,
    AttributeDefinitions,
    KeySchema,
    GlobalSecondaryIndexes,
    BillingMode,
    StreamSpecification: { ...StreamSpecification, StreamEnabled: true },
    DeletionProtectionEnabled: Replicas[0].DeletionProtectionEnabled,
  }
}

/** Makes the table of the template after a change, and points this process at it. */
export async function makeTable(
  change: (input: CreateTableCommandInput) => void = () => {},
  timeToLive = 'ttl',
): Promise<string> {
  const input = templateTable()
  change(input)
  const TableName = String(input.TableName)
  await client.send(new CreateTableCommand(input))
  onTestFinished(async () => {
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }))
    await client.send(new DeleteTableCommand({ TableName }))
  })
  if (timeToLive)
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: timeToLive },
      }),
    )
  useTable({ name: TableName, endpoint: proxy.endpoint })
  return TableName
}

/** Carries out a command of the AWS CLI that was printed. */
export async function carryOut(command: string): Promise<void> {
  const [[aws, service, operation, ...words] = []] = [...commandsIn(command, new Map())]
  expect([aws, service]).toEqual(['aws', 'dynamodb'])
  const input: Record<string, unknown> = {}
  for (let at = 0; at < words.length; at++) {
    const name =
      words[at]?.replace(/^-/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) ?? ''
    const value = words[at + 1]
    const isFlag = value === undefined || value.startsWith('--')
    input[name] = isFlag ? true : /^[[{]/.test(value) ? JSON.parse(value) : value
    if (!isFlag) at++
  }
  // The engine checks them.
  const json = JSON.stringify(input)
  const forTable: UpdateTableCommandInput = JSON.parse(json)
  const forTimeToLive: UpdateTimeToLiveCommandInput = JSON.parse(json)
  if (operation === 'update-table') await client.send(new UpdateTableCommand(forTable))
  else if (operation === 'update-time-to-live') await client.send(new UpdateTimeToLiveCommand(forTimeToLive))
  else {
    expect(operation).toBe('update-continuous-backups')
    const specification = input.PointInTimeRecoverySpecification
    if (isJsonObject(specification) && specification.PointInTimeRecoveryEnabled === true)
      stated.recovery = 'ENABLED'
  }
}
