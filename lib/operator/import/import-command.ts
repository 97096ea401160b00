import { type Command, InvalidArgumentError, Option } from 'commander'
import type { NewProduct } from '../../domain/product.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { quoted } from '../failure.ts'
import { listenForInterruption } from '../interruption.ts'
import { showProgress } from '../progress.ts'
import { lastingShopOf } from '../shop.ts'
import { openTarget } from '../target.ts'
import { type FieldMapping, mapFields } from './field-mapping.ts'
import { FIELD_READERS } from './field-readers.ts'
import { planImport } from './import-plan.ts'
import { type ImportReport, importProducts } from './import-products.ts'
import { refusalLine, reportJson, summaryLine } from './import-report.ts'
import { requirePriceScale } from './price-scale.ts'
import { readProductRow } from './product-row.ts'
import { FORMATS, type Format, inFile, readSourceFile } from './source-file.ts'

interface ImportCommandOptions extends CommonOptions {
  business: string
  format?: Format
  map: string[]
  priceScale?: bigint
  status: NewProduct['status']
  allowUnkeyed?: true
  dryRun?: true
}

const NOTES = `
A row is recognized by its external_id or, without one, by its sku: a product that has it is updated with the
fields that the row has, else one is created. So the same file can be imported again at any time. A row that breaks
a rule is refused with its reasons, and the others are taken. Nothing is written unless the whole file can be read.

Fields:  ${Object.keys(FIELD_READERS).slice(0, 10).join(', ')},
         ${Object.keys(FIELD_READERS).slice(10).join(', ')}, metadata.<key>
  A column of a field's name fills that field, whatever its case, spaces, _ and -: Compare At Price fills
  compare_at_price. --map fills a field from another column. Other columns are ignored, and named.
  category      a name; the category is created if it is missing, under an id made from the name
  category_id   the id of a category; takes the place of the id made from the name
  is_available  true, false, yes, no, or a number such as a stock count: above 0 is available
  images        URLs, or objects {url, alt};  tags  texts.  In CSV with | between them
  metadata      an object; in CSV one column for each key: metadata.colour, metadata.size
  currency      only compared: a row in another currency than the business's is refused

Prices become whole numbers of the currency's smallest unit. In JSON they are such numbers unless --price-scale says
otherwise. A CSV file needs --price-scale, unless the currency has no decimals: 100 if 80 is 80 dollars, 1 if it is
80 cents.

An empty cell of a CSV file clears the field of a product that is there: description, compare_at_price, cost, sku,
external_id, images, tags, position, metadata. It leaves status, is_available and slug as they are; under name, price
or category it is a fault of the row. A new product gets the default. To keep a field, leave its column out.

Exit code: 0 if every row was taken, 1 if a row was refused or the import failed, 130 after Ctrl-C.

Examples:
  npm run operator -- import catalogue.csv --business acme --price-scale 100 --dry-run
  npm run operator -- import products.json --business acme --price-scale 100 \\
    --map name=title --map external_id=id --map is_available=stock`

/** `import`. \`finish\` gets the exit code. */
export function addImportCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('import')
    .description('create and update products from a JSON, JSON Lines or CSV file')
    .argument('<file>', 'a JSON list (or an object with one list in it), JSON Lines, or CSV with a header')
    .requiredOption('--business <slug or id>', 'whose products they are')
    .addOption(
      new Option('--format <format>', 'of the file, if its extension does not tell').choices(FORMATS),
    )
    .option('--map <field=column>', 'fill a field from a column of another name (repeatable)', collect, [])
    .addOption(
      new Option(
        '--price-scale <n>',
        'multiply prices by this, exactly: 100 turns 9.99 into 999 (CSV must say it; JSON: 1)',
      ).argParser(readScale),
    )
    .addOption(
      new Option('--status <status>', 'of new products whose row has none')
        .choices(['draft', 'active', 'archived'])
        .default('active'),
    )
    .option('--allow-unkeyed', 'take rows without external_id and sku; each run creates them anew')
    .option('--dry-run', 'read, check and look up everything, write nothing')
    .addHelpText('after', NOTES)
  withCommonOptions(command).action(async (file: string, options: ImportCommandOptions) => {
    finish(await importFile(file, options))
  })
}

const collect = (value: string, previous: string[]) => [...previous, value]

function readScale(text: string): bigint {
  if (/^[1-9]\d{0,11}$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('It must be a positive whole number.')
}

async function importFile(file: string, options: ImportCommandOptions): Promise<number> {
  const { priceScale, status, dryRun = false, allowUnkeyed = false } = options
  const source = await readSourceFile(file, options.format)
  const mapping = mapFields(source.rows, options.map)
  const rows = source.rows.map((row) => readProductRow(row, mapping, priceScale ?? 1n))
  await openTarget(options)
  const business = await lastingShopOf(options.business)
  if (source.format === 'csv' && priceScale === undefined)
    inFile(file, () => requirePriceScale(source.rows, mapping, business.currency))
  const plan = planImport(rows, { currency: business.currency, allowUnkeyed })
  sayColumns(mapping)
  for (const notice of plan.notices) console.error(`note: ${notice}`)
  const progress = showProgress(rows.length)
  const interruption = listenForInterruption()
  const report = await importProducts(business, plan, {
    status,
    dryRun,
    signal: interruption.signal,
    onRow: progress.advance,
  })
  progress.stop()
  interruption.end()
  printReport(report, options, mapping)
  if ('fault' in report) throw report.fault
  return interruption.exitCode() ?? (report.refused.length > 0 ? 1 : 0)
}

function sayColumns({ matched, ignored }: FieldMapping): void {
  const taken = [...matched].map(([field, column]) => `${quoted(column)} for ${field}`)
  if (taken.length > 0) console.error(`columns taken for fields: ${taken.join(', ')}`)
  if (ignored.length > 0)
    console.error(`ignored columns: ${ignored.map((column) => quoted(column)).join(', ')}`)
}

function printReport(report: ImportReport, options: ImportCommandOptions, mapping: FieldMapping): void {
  const { json, dryRun = false } = options
  for (const row of report.refused) console.error(refusalLine(row))
  if (report.left > 0) console.error('stopped; the same command, run again, goes on from here')
  if (json) console.log(JSON.stringify(reportJson(report, dryRun, mapping), null, 2))
  else console.log(summaryLine(report, dryRun))
}
