import { type Command, Option } from 'commander'
import { getCategory } from '../../data/category-reads.ts'
import type { Business } from '../../domain/business.ts'
import { plural } from '../../domain/text/plural.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { Failure, shownWhole } from '../command-line/failure.ts'
import { listenForInterruption } from '../command-line/interruption.ts'
import { showRunningCount } from '../command-line/running-count.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { shopOf } from '../shop.ts'
import { openTarget } from '../target.ts'
import { EXPORT_FORMATS, type Export, type ExportFilter, exportProducts } from './export-products.ts'
import { requireOutputs, writeFileOf, writeStdoutOf } from './output.ts'

interface ExportCommandOptions extends CommonOptions, ExportFilter {
  business: string
  output?: string
}

const NOTES = `
Writes every product in any status, one per line as JSON, sorted by slug: all fields that you can set, options and
variants, quantities, and the name of its category. It does not write ids, times and versions, which the server makes.
Prices are whole numbers of the currency's minor unit.

\`import\` reads such a file: into an empty business it makes the same products, and into the business that it comes from
it changes nothing. It has the id and name of a category, but not its description and image.

--format shopify_csv writes a file for the import of Shopify, with the slug as handle: name, description, category as type,
tags, status, options, enabled variants, prices, SKUs, costs, quantities, images, brand as vendor, GTIN as barcode, MPN,
condition and weight. It leaves out the other fields.

Products that others change while the file is written are in it as they were before or after. Each product is whole.

Memory stays small for any catalogue: the lines are sorted in a file in the folder for temporary files. Reading
costs half a read unit for each 4 KB of products, and as much for their variants and stock.

Exit code: 0, 3 if products could not be read and are left out, 1 if it failed, 130 after Ctrl-C.

Examples:
  npm run operator -- export --business acme --output acme.jsonl
  npm run operator -- export --business acme --status active --category tea --output tea.jsonl
  npm run operator -- export --business acme --format shopify_csv --output acme.csv
  npm run -s operator -- export --business acme --stack Storefront | gzip > acme.jsonl.gz`

/** `export`. `finish` gets the exit code. */
export function addExportCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('export')
    .description('write the products of a business to a file, which import reads')
    .requiredOption('--business <slug or id>', 'the business')
    .option('--output <file>', 'write to this file instead of stdout; it appears when it is complete')
    .addOption(
      new Option('--format <format>', 'everything as JSON Lines, or a CSV file for the import of Shopify')
        .choices(EXPORT_FORMATS)
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
    .addHelpText('after', NOTES)
  withCommonOptions(command).action(async (options: ExportCommandOptions) => {
    finish(await exportTo(options))
  })
}

async function exportTo(options: ExportCommandOptions): Promise<number> {
  const { output, json } = options
  if (json && output === undefined) throw new Failure('--json needs --output: the products go to stdout')
  await requireOutputs({ '--output': output }, [])
  await openTarget(options)
  const business = await shopOf(options.business)
  await requireCategory(business, options)
  const interruption = listenForInterruption()
  const onProducts = showRunningCount((count) => `${count} products read`)
  try {
    const result = await exportProducts(
      business.id,
      options,
      { signal: interruption.signal, onProducts },
      (lines) => (output === undefined ? writeStdoutOf(lines) : writeFileOf(output, lines)),
    )
    report(business, result, options)
    return result.unreadable.length > 0 ? 3 : 0
  } catch (error) {
    const exitCode = interruption.exitCode()
    if (exitCode === undefined) throw error
    console.error('stopped; nothing was written')
    return exitCode
  } finally {
    interruption.end()
  }
}

/** A category that is not there has no products, which is hardly what was meant. */
async function requireCategory({ id, slug }: Business, { category }: ExportFilter): Promise<void> {
  if (category === undefined || (await getCategory(id, category))) return
  throw new Failure(`${slug} has no category ${quoted(category)}; --category takes its id`)
}

function report(
  { slug }: Business,
  { written, withOptions, unreadable }: Export,
  options: ExportCommandOptions,
) {
  const { output, json } = options
  for (const { pk, sk } of unreadable)
    console.error(`left out: ${shownWhole(pk)} ${shownWhole(sk)} cannot be read; verify says why`)
  if (json) console.log(JSON.stringify({ products: written, with_options: withOptions, unreadable }, null, 2))
  else
    console.error(
      `${written} ${plural(written, 'product')} of ${slug}, ${withOptions} with options${output === undefined ? '' : `, in ${output}`}`,
    )
}
