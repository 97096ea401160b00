import { printJson } from '../common-options.ts'
import { type Connection, connect } from '../connection.ts'
import { oneLine } from '../error-line.ts'
import { EXIT } from '../exit-codes.ts'
import { listenForInterruption } from '../interruption.ts'
import { requireWritable, writeFileOf } from '../output-file.ts'
import { megabytes } from '../sizes.ts'
import { FaultLines } from './fault-lines.ts'
import { followImport } from './follow-import.ts'
import type { ImportJob } from './import-job.ts'
import { type ImportOptions, importQuery } from './import-options.ts'
import { endingLine, importExitCode, summaryLine } from './import-report.ts'
import { importFaults, sendImport } from './import-requests.ts'
import { readUpload } from './read-upload.ts'

/** Imports a file and resolves to the exit code. Throws a `Failure` or a `StorefrontError` if it does not begin. */
export async function importFile(path: string, options: ImportOptions): Promise<number> {
  const { report, wait, json } = options
  if (report !== undefined) await requireWritable(report)
  const connection = await connect()
  const bytes = await readUpload(path)
  console.error(`sending ${megabytes(bytes.length)}`)
  const { signal, end } = listenForInterruption()
  try {
    // Ctrl-C does not end this request: the import could have begun, and would then not be cancelled.
    const begun = await sendImport(connection, importQuery(options), bytes)
    if (!wait && !signal.aborted) {
      if (json) printJson(begun)
      else console.log(`${begun.id} ${begun.status}`)
      return EXIT.done
    }
    const ended = await followImport(connection, begun, signal)
    await printReport(connection, ended, options)
    return signal.aborted ? EXIT.interrupted : importExitCode(ended)
  } finally {
    end()
  }
}

async function printReport(
  connection: Connection,
  job: ImportJob,
  { json, report }: ImportOptions,
): Promise<void> {
  const faults = new FaultLines()
  async function* lines(): AsyncGenerator<string> {
    for await (const fault of importFaults(connection, job.id)) {
      faults.add(fault)
      yield `${JSON.stringify(fault)}\n`
    }
  }
  if (report !== undefined) await writeFileOf(report, lines())
  else for await (const _ of lines());
  for (const line of faults.lines(report)) console.error(oneLine(line))
  for (const { detail } of job.notices) console.error(`note: ${oneLine(detail)}`)
  const ending = endingLine(job)
  if (ending !== undefined) console.error(ending)
  if (json) printJson(job)
  else if (job.progress.products_total !== null) console.log(summaryLine(job))
}
