import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { localAddresses } from '../domain/local-addresses.ts'
import { quoted } from '../domain/text/quoted.ts'
import { asksOverTls, type TableTarget, tableName, useBucket, useTable } from '../environment.ts'
import { devFileIn, readDevFile } from '../local/dev/dev-file.ts'
import { shopPageAt } from '../local/dev/shop-page.ts'
import { accountId } from './command-line/aws/account.ts'
import { outputsOf } from './command-line/aws/stacks.ts'
import { Failure } from './command-line/failure.ts'
import type { Target } from './common-options.ts'

/** The folder in which runs of `npm run dev` name their tables, below the current directory. */
const WORK_FOLDER = '.storefront'

/** A name as CreateTable takes it, or a table's ARN. */
const TABLE_NAME = /^(arn:.*|[\w.-]{3,255})$/

const ANSWER_WITHIN_MS = 2_000

/** The outputs of the stack that name its table, its bucket of pictures, and its API. */
const TABLE_OUTPUT = 'TableName'
const BUCKET_OUTPUT = 'MediaBucketName'
const BASE_URL_OUTPUT = 'BaseUrl'
const EDGE_URL_OUTPUT = 'EdgeUrl'
/** The output of a stack with the setting `readOnly`. */
const READ_ONLY_OUTPUT = 'ReadOnly'

/** The same as `openTarget`, and says on stderr which table the command is going to write to. */
export async function openTargetToWrite(target: Target): Promise<void> {
  await openTarget(target)
  const client = new DynamoDBClient()
  const region = await client.config.region()
  client.destroy()
  console.error(
    `working on table ${tableName()}, account ${isLocal() ? 'local' : await accountId()}, region ${region}`,
  )
}

/** True if the table is on this machine: only local engines are reached without TLS. */
export const isLocal = () => !asksOverTls()

/**
 * Points this process at a deployed table or, without a name, at a local stack that runs in the current directory: the
 * one on the port, else the one that was started last. Throws a `Failure` if there is none or it does not respond.
 */
export async function openTarget({ table: name, stack, port }: Target): Promise<void> {
  if (name !== undefined) {
    if (!TABLE_NAME.test(name)) throw new Failure(`--table ${quoted(name)} is not a valid table name`)
    return useTable({ name })
  }
  if (stack !== undefined) return useTable({ name: await tableOfStack(stack) })
  return openLocal(port)
}

/** The address of the API that works on a table. Throws a `Failure` if nobody knows it. */
export async function baseUrlOf({ stack, table, port }: Target): Promise<string> {
  if (table !== undefined)
    throw new Failure("with --table the API's address is not known: --login needs --stack, or a local stack")
  const url =
    stack === undefined
      ? (await readDevFile(devFileIn(WORK_FOLDER, port)))?.base_url
      : (await outputsOf(stack)).get(BASE_URL_OUTPUT)
  if (url === undefined)
    throw new Failure("the API's address is not known: --login needs a stack that has one")
  return url
}

/** The page of a business on the deployment that works on a table; undefined if it serves none, or its address is not known. */
export async function shopPageOf({ stack, table, port }: Target, slug: string): Promise<string | undefined> {
  if (table !== undefined) return undefined
  const outputs = stack === undefined ? undefined : await outputsOf(stack)
  const url = outputs
    ? (outputs.get(EDGE_URL_OUTPUT) ?? outputs.get(BASE_URL_OUTPUT))
    : (await readDevFile(devFileIn(WORK_FOLDER, port)))?.base_url
  return url === undefined ? undefined : shopPageAt(url, slug)
}

/** The table of a stack. If it has a bucket of pictures, this process is pointed at that. stderr says if it is read-only. */
async function tableOfStack(stack: string): Promise<string> {
  const outputs = await outputsOf(stack)
  const bucket = outputs.get(BUCKET_OUTPUT)
  if (bucket !== undefined) useBucket({ name: bucket, identity: ownIdentity() })
  const name = outputs.get(TABLE_OUTPUT)
  if (name === undefined)
    throw new Failure(
      `the stack ${quoted(stack)} has no output ${TABLE_OUTPUT}: it is not a stack of Storefront, or its deployment has not finished`,
    )
  if (outputs.has(READ_ONLY_OUTPUT))
    console.error(
      `the stack ${quoted(stack)} is read-only (setting readOnly): its API refuses writes, the operator's commands work`,
    )
  return name
}

/** The region and the credentials of the environment, a profile or a login, as the SDK finds them. */
function ownIdentity() {
  const { region, credentials } = new DynamoDBClient().config
  return async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = await credentials()
    return { region: await region(), credentials: { accessKeyId, secretAccessKey, sessionToken } }
  }
}

async function openLocal(port: number | undefined): Promise<void> {
  const run = await readDevFile(devFileIn(WORK_FOLDER, port))
  const table = run?.table as Partial<TableTarget> | undefined
  if (!table?.name || !table.endpoint)
    throw new Failure(
      port === undefined
        ? 'no local stack runs in this directory: start it with `npm run dev`, or name a deployed table with --table or its stack with --stack'
        : `no local stack of this directory runs on port ${port}: start it with \`PORT=${port} npm run dev\``,
    )
  // Commands retry for seconds when DynamoDB is silent; a stack that was stopped is silent for good.
  if (!(await answers(table.endpoint)))
    throw new Failure(
      `the local stack at ${table.endpoint} no longer responds: start it again with \`npm run dev\``,
    )
  useTable({ name: table.name, endpoint: table.endpoint })
  localAddresses.areAllowed = true
  if (run?.bucket) useBucket(run.bucket)
}

/** Any response to a bare GET is enough. */
function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    () => true,
    () => false,
  )
}
