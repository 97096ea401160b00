import { type TableTarget, useTable } from '../environment.ts'
import { devFileIn, readDevFile } from '../local/dev/dev-file.ts'
import type { Target } from './common-options.ts'
import { Failure, quoted } from './failure.ts'

/** Where the runs of `npm run dev` say which tables they work on, below the current directory. */
const WORK_FOLDER = '.storefront'

/** A name as CreateTable takes it, or a table's ARN. */
const TABLE_NAME = /^(arn:.*|[\w.-]{3,255})$/

const ANSWER_WITHIN_MS = 2_000

/**
 * Points this process at a deployed table or, without a name, at a local stack that runs in the current directory: the
 * one on the port, else the one that was started last. Throws a `Failure` if there is none or it does not respond.
 */
export async function openTarget({ table: tableName, port }: Target): Promise<void> {
  if (tableName !== undefined) {
    if (!TABLE_NAME.test(tableName))
      throw new Failure(`--table ${quoted(tableName)} is not a valid table name`)
    return useTable({ name: tableName })
  }
  const table = (await readDevFile(devFileIn(WORK_FOLDER, port)))?.table as Partial<TableTarget> | undefined
  if (!table?.name || !table.endpoint)
    throw new Failure(
      port === undefined
        ? 'no local stack runs in this directory: start it with `npm run dev`, or name a deployed table with --table'
        : `no local stack of this directory runs on port ${port}: start it with \`PORT=${port} npm run dev\``,
    )
  // Commands retry for seconds when DynamoDB is silent; a stack that was stopped is silent for good.
  if (!(await answers(table.endpoint)))
    throw new Failure(
      `the local stack at ${table.endpoint} no longer responds: start it again with \`npm run dev\``,
    )
  useTable({ name: table.name, endpoint: table.endpoint })
}

/** Any response to a bare GET is enough. */
function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    () => true,
    () => false,
  )
}
