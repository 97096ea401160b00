import type { Command } from 'commander'
import { cancelImport, type ImportJob, readImport } from '../../imports.ts'
import { inColumns } from '../columns.ts'
import { type CommonOptions, printJson, withCommonOptions } from '../common-options.ts'
import { connect } from '../connection.ts'
import { savedPaths } from '../credentials.ts'
import { requireOutputs } from '../output-file.ts'
import { COMMAND } from '../words.ts'
import { followToReport } from './import-file.ts'

/** An id as the examples have it. */
const AN_ID = 'imp_01a21818-6fa7-7847-9d4b-13febe50b7c3'

/** How long an import that is cancelled can still take. */
const ENDS = 'ends within 5 s, or within 6 minutes if its function crashed'

/** `imports list`, `imports follow` and `imports cancel`. `finish` gets the exit code. */
export function addImportsCommands(program: Command, finish: (exitCode: number) => void): void {
  const imports = program.command('imports').description('list, follow or cancel imports')
  const list = imports.command('list').description('list the imports of the last 30 days, newest first')
  withCommonOptions(list, [`${COMMAND} imports list`]).action(listImports)
  const follow = imports
    .command('follow')
    .description('wait until an import ends, and print its report')
    .argument('<id>', 'the id of the import')
    .option('--report <file>', 'write all refused and left-out rows to this file, as JSON Lines')
  const notes = 'Ctrl-C ends only the command: the import continues.'
  withCommonOptions(follow, [`${COMMAND} imports follow ${AN_ID}`], notes).action(
    async (id: string, options: CommonOptions & { report?: string }) => {
      await requireOutputs({ '--report': options.report }, savedPaths())
      const connection = await connect()
      const begin = () => readImport(connection.client, id)
      finish(await followToReport(connection, begin, { ...options, cancels: false }))
    },
  )
  const cancel = imports
    .command('cancel')
    .description('cancel an import; the products that it wrote stay')
    .argument('<id>', 'the id of the import')
  withCommonOptions(cancel, [`${COMMAND} imports cancel ${AN_ID}`]).action(
    async (id: string, { json }: CommonOptions) => {
      const { client } = await connect()
      const job = await cancelImport(client, id)
      if (json) printJson(job)
      else console.log(`${id} ${job.status === 'running' ? ENDS : job.status}`)
    },
  )
}

async function listImports({ json }: CommonOptions): Promise<void> {
  const { client } = await connect()
  const rows: string[][] = []
  for await (const job of client.each('/admin/imports')) {
    if (json) printJson(job)
    else rows.push(rowOf(job))
  }
  if (!json && rows.length === 0) console.error('no imports')
  if (rows.length > 0)
    console.log(inColumns(['ID', 'BEGUN', 'STATUS', 'CREATED', 'UPDATED', 'REFUSED', 'KEY'], rows))
}

const rowOf = ({ id, created_at, status, progress, dry_run, started_by }: ImportJob): string[] => [
  id,
  created_at,
  dry_run ? `${status} (dry run)` : status,
  String(progress.created),
  String(progress.updated),
  String(progress.refused),
  started_by.key_name ?? '-',
]
