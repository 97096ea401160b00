import { type ImportJob, importFaults, isRunning } from '../../imports.ts'
import { megabytes } from '../../sizes.ts'
import { printJson } from '../common-options.ts'
import { type Connection, connect } from '../connection.ts'
import { savedPaths } from '../credentials.ts'
import { oneLine } from '../error-line.ts'
import { EXIT } from '../exit-codes.ts'
import { listenForInterruption } from '../interruption.ts'
import { requireOutputs, writeFileOf } from '../output-file.ts'
import { saySeeIt } from '../see-it.ts'
import { COMMAND } from '../words.ts'
import { asOptions } from './as-options.ts'
import { FaultLines } from './fault-lines.ts'
import { followImport } from './follow-import.ts'
import { type ImportOptions, importQuery } from './import-options.ts'
import { endingLine, hasWritten, importExitCode, noticeLine, summaryLine } from './import-report.ts'
import { readUpload } from './read-upload.ts'
import { sendImport } from './send-import.ts'

/** Imports a file and resolves to the exit code. Throws a `Failure` or a `StorefrontError` if it does not begin. */
export async function importFile(path: string, options: ImportOptions): Promise<number> {
  const { report, wait, json } = options
  await requireOutputs({ '--report': report }, [path, ...savedPaths()])
  const connection = await connect()
  const bytes = await readUpload(path)
  console.error(`sending ${megabytes(bytes.length)}`)
  const begin = () => sendImport(connection, importQuery(options), bytes)
  if (wait) {
    const named = async () => {
      const begun = await begin()
      console.error(oneLine(`import ${begun.id} has begun`))
      return begun
    }
    return followToReport(connection, named, { ...options, cancels: true })
  }
  const begun = await begin()
  if (json) printJson(begun)
  else console.log(`${begun.id} ${begun.status}`)
  return EXIT.done
}

/**
 * Follows an import to its end, prints its report and resolves to the exit code. If Ctrl-C cancels it, then also while it
 * begins: that request is not cut off, because the import could have begun all the same.
 */
export async function followToReport(
  connection: Connection,
  begin: () => Promise<ImportJob>,
  { cancels, ...options }: ReportOptions & { cancels: boolean },
): Promise<number> {
  const { signal, end } = listenForInterruption()
  try {
    const begun = await begin()
    try {
      const ended = await followImport(connection.client, begun, { signal, cancels })
      if (isRunning(ended))
        console.error(`the import continues; ${COMMAND} imports follow ${ended.id} shows it`)
      else await printReport(connection, ended, options)
      return signal.aborted ? EXIT.interrupted : importExitCode(ended)
    } catch (error) {
      console.error(
        `the import does not depend on this command; ${COMMAND} imports follow ${begun.id} shows it`,
      )
      throw error
    }
  } finally {
    end()
  }
}

type ReportOptions = Pick<ImportOptions, 'json' | 'report'>

async function printReport(
  connection: Connection,
  job: ImportJob,
  { json, report }: ReportOptions,
): Promise<void> {
  const faults = new FaultLines()
  let kept = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const fault of importFaults(connection.client, job.id)) {
      kept++
      faults.add(fault)
      yield `${JSON.stringify(fault)}\n`
    }
  }
  if (report !== undefined) await writeFileOf(report, lines())
  else for await (const _ of lines());
  for (const line of faults.lines(report)) console.error(oneLine(asOptions(line)))
  if (kept < job.faults_total)
    console.error(`these are the first ${kept} of ${job.faults_total} rows that were refused or left out`)
  for (const notice of job.notices) console.error(noticeLine(notice))
  const ending = endingLine(job)
  if (ending !== undefined) console.error(ending)
  if (json) printJson(job)
  else if (job.progress.products_total !== null) console.log(summaryLine(job))
  if (!json && hasWritten(job)) await saySeeIt(connection)
}
