import { join } from 'node:path'
import { type TableTarget, useTable } from '../environment.ts'
import { readDevFile } from '../local/dev-file.ts'
import { Failure, quoted } from './failure.ts'

/** Where `npm run dev` says which table it runs on, below the current directory. */
const DEV_FILE = join('.storefront', 'dev.json')

/** A name as CreateTable takes it, or a table's ARN. */
const TABLE_NAME = /^(arn:.*|[\w.-]{3,255})$/

const ANSWER_WITHIN_MS = 2_000

/**
 * Points this process at a deployed table or, without a name, at the local stack that runs in the current
 * directory. Throws a `Failure` if there is none or it does not answer.
 */
export async function openTarget(tableName: string | undefined): Promise<void> {
  if (tableName !== undefined) {
    if (!TABLE_NAME.test(tableName))
      throw new Failure(`--table ${quoted(tableName)} cannot be a table's name`)
    return useTable({ name: tableName })
  }
  const table = (await readDevFile(DEV_FILE))?.table as Partial<TableTarget> | undefined
  if (!table?.name || !table.endpoint)
    throw new Failure(
      'no local stack runs here: start it with `npm run dev`, or name a deployed table with --table',
    )
  // Commands retry for seconds when DynamoDB is silent; a stack that was stopped is silent for good.
  if (!(await answers(table.endpoint)))
    throw new Failure(
      `the local stack at ${table.endpoint} no longer answers: start it again with \`npm run dev\``,
    )
  useTable({ name: table.name, endpoint: table.endpoint })
}

/** DynamoDB Local answers 400 to a bare GET, which is an answer. */
function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    () => true,
    () => false,
  )
}
