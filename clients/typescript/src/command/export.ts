import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { nextOf } from '../next-of.ts'
import { megabytes } from '../sizes.ts'
import { type CommonOptions, printJson, withCommonOptions } from './common-options.ts'
import { type Connection, connect } from './connection.ts'
import { savedPaths } from './credentials.ts'
import { usageFailure } from './failure.ts'
import { untilInterrupted } from './interruption.ts'
import { requireOutputs, writeFileOf } from './output-file.ts'
import { runningLine } from './running-line.ts'
import { COMMAND } from './words.ts'

interface ExportOptions extends CommonOptions {
  format: 'jsonl' | 'csv' | 'shopify'
  status?: string
  category?: string
}

const NOTES = `jsonl has everything that can be set, one product per line, and can be imported again; csv is for spreadsheets, shopify for the
import of Shopify. A file appears when it is complete. Products changed during the export are in it as they were
before or after.`

/** `export`. `finish` gets the exit code. */
export function addExportCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('export')
    .description('write all products to a file')
    .argument('[file]', 'the file; stdout if it is left out')
    .addOption(
      new Option('--format <format>', 'the form of the file')
        .choices(['jsonl', 'csv', 'shopify'])
        .default('jsonl'),
    )
    .addOption(
      new Option('--status <status>', 'only products in this status').choices([
        'draft',
        'active',
        'archived',
      ]),
    )
    .option('--category <id>', 'only products in this category')
  const examples = [
    `${COMMAND} export products.jsonl`,
    `${COMMAND} export products.csv --format csv --status active`,
    `${COMMAND} export | gzip > products.jsonl.gz`,
  ]
  withCommonOptions(command, examples, NOTES).action(
    async (file: string | undefined, options: ExportOptions) => {
      if (options.json && file === undefined)
        throw usageFailure('--json needs a file: the products go to stdout')
      await requireOutputs({ 'the file': file }, savedPaths())
      const connection = await connect()
      const exitCode = await untilInterrupted((signal) => exportTo(file, connection, options, signal))
      if (exitCode !== 0) console.error(file === undefined ? 'stopped' : `stopped; ${file} was not written`)
      finish(exitCode)
    },
  )
}

const NEW_LINE = 0x0a

async function exportTo(
  file: string | undefined,
  connection: Connection,
  options: ExportOptions,
  signal: AbortSignal,
): Promise<void> {
  const { format, json } = options
  const line = runningLine()
  const counts = { bytes: 0, lines: 0 }
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const page of pagesOf(connection, options, signal)) {
      counts.bytes += page.length
      for (const byte of page) if (byte === NEW_LINE) counts.lines++
      yield page
      line.show(`${megabytes(counts.bytes)} written`)
    }
  }
  try {
    if (file === undefined) await pipeline(Readable.from(counted()), process.stdout, { end: false, signal })
    else await writeFileOf(file, counted())
  } finally {
    line.clear()
  }
  // In CSV a cell can have lines of its own.
  const products = format === 'jsonl' ? { products: counts.lines } : {}
  if (json) printJson({ file, format, bytes: counts.bytes, ...products })
  else
    console.error(
      `${format === 'jsonl' ? `${counts.lines} products, ` : ''}${megabytes(counts.bytes)}${file === undefined ? '' : ` in ${file}`}`,
    )
}

/** The pages of an export, which joined are the file, byte for byte. */
async function* pagesOf(
  { send }: Connection,
  { format, status, category }: ExportOptions,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const query = new URLSearchParams({ format, ...(status && { status }), ...(category && { category }) })
  for (let next: string | undefined = `?${query}`; next !== undefined; ) {
    const response: Response = await send(`/admin/export${next}`, { signal })
    yield new Uint8Array(await response.arrayBuffer())
    next = nextOf(response.headers.get('link'))
  }
}
