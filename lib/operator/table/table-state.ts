import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableDescription,
  type TimeToLiveDescription,
} from '@aws-sdk/client-dynamodb'
import { tableName } from '../../environment.ts'
import { CLIENT_SETTINGS } from '../command-line/aws/client-settings.ts'

/** The settings of a table, as DynamoDB reports them. */
export interface TableState {
  table: TableDescription
  timeToLive: TimeToLiveDescription
  /** Undefined if the engine does not know point-in-time recovery, as local engines do not. */
  isRecoverable: boolean | undefined
}

/** Reads the settings of the table that this process works on. */
export async function readTableState(): Promise<TableState> {
  const client = new DynamoDBClient(CLIENT_SETTINGS)
  const TableName = tableName()
  try {
    const [{ Table }, { TimeToLiveDescription }, isRecoverable] = await Promise.all([
      client.send(new DescribeTableCommand({ TableName })),
      client.send(new DescribeTimeToLiveCommand({ TableName })),
      readRecovery(client, TableName),
    ])
    return { table: Table ?? {}, timeToLive: TimeToLiveDescription ?? {}, isRecoverable }
  } finally {
    client.destroy()
  }
}

async function readRecovery(client: DynamoDBClient, TableName: string): Promise<boolean | undefined> {
  try {
    const { ContinuousBackupsDescription } = await client.send(
      new DescribeContinuousBackupsCommand({ TableName }),
    )
    const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription
    return recovery?.PointInTimeRecoveryStatus === 'ENABLED'
  } catch (error) {
    if (error instanceof Error && error.name === 'UnknownOperationException') return undefined
    throw error
  }
}
