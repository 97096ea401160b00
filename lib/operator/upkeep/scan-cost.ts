import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { plural } from '../../domain/text/plural.ts'
import { tableName } from '../../environment.ts'
import { CLIENT_SETTINGS } from '../command-line/aws/client-settings.ts'

const GB = 2 ** 30

/** A read unit is 4 KB read consistently, or 8 KB that may be a little old (AWS's developer guide, "Read consumption"). */
const BYTES_PER_UNIT = { isConsistent: 4096, isEventual: 8192 }

/**
 * The time to scan a GB: with four segments that read 16 MB a second each, or with no more than one that reads 8,
 * because DynamoDB throttles it or most of the table is in one partition.
 */
const SECONDS_PER_GB = { fewest: 16, most: 128 }

export interface ScanCostOptions {
  /** True if the scan reads consistently, which costs twice as much. */
  isConsistent?: boolean
  /** A text about how often the table is read. */
  howOften?: string
  signal?: AbortSignal
}

/**
 * Says on stderr what a scan of the table will cost, before it begins. Never in the way of the scan: where
 * DescribeTable is denied or fails, it says that the cost is not known.
 */
export async function sayScanCost({
  isConsistent = false,
  howOften = '',
  signal,
}: ScanCostOptions = {}): Promise<void> {
  const client = new DynamoDBClient(CLIENT_SETTINGS)
  try {
    const command = new DescribeTableCommand({ TableName: tableName() })
    const { Table } = await client.send(command, signal && { abortSignal: signal })
    const { TableSizeBytes: bytes = 0, ItemCount: items = 0 } = Table ?? {}
    console.error(`the whole table is going to be read${howOften}: ${costOf(bytes, items, isConsistent)}`)
  } catch (error) {
    if (signal?.aborted) return
    console.error(
      `the whole table is going to be read${howOften}; the cost is not known, because ${reason(error)}`,
    )
  } finally {
    client.destroy()
  }
}

function costOf(bytes: number, items: number, isConsistent: boolean): string {
  if (bytes === 0) return 'its size is not known yet; DynamoDB counts it about every six hours'
  const units = Math.ceil(bytes / (isConsistent ? BYTES_PER_UNIT.isConsistent : BYTES_PER_UNIT.isEventual))
  const [fewest, most] = [SECONDS_PER_GB.fewest, SECONDS_PER_GB.most].map((each) => (each * bytes) / GB)
  return [
    `about ${figure(items)} ${plural(items, 'item')} and ${size(bytes)}, as DynamoDB counted them up to six hours ago,`,
    `for ${figure(units)} read ${plural(units, 'unit')}; on AWS it takes ${time(fewest)} to ${time(most)}`,
  ].join(' ')
}

const figure = (number: number) => number.toLocaleString('en-US')
const size = (bytes: number) =>
  bytes < GB / 100 ? `${figure(Math.ceil(bytes / 2 ** 20))} MB` : `${(bytes / GB).toFixed(2)} GB`
const time = (seconds = 0) =>
  seconds < 120 ? `${figure(Math.ceil(seconds))} s` : `${figure(Math.ceil(seconds / 60))} min`

const reason = (error: unknown) => {
  const name = error instanceof Error ? error.name : String(error)
  return name === 'AccessDeniedException'
    ? 'these AWS credentials are not allowed dynamodb:DescribeTable'
    : `dynamodb:DescribeTable failed (${name})`
}
