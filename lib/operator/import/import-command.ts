import { type Command, InvalidArgumentError, Option } from 'commander'
import { DELIMITERS, type Delimiter } from '../../catalogue/read/csv-rows.ts'
import { FORMATS, type Format } from '../../catalogue/read/source.ts'
import { isEncoding } from '../../catalogue/read/text.ts'
import type { NewProduct } from '../../domain/product.ts'
import { quoted } from '../../domain/quoted.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { listenForInterruption } from '../interruption.ts'
import { showProgress } from '../progress.ts'
import { lastingShopOf } from '../shop.ts'
import { openTarget, openTargetToWrite } from '../target.ts'
import { type FieldMapping, mapFields } from './field-mapping.ts'
import { FIELD_READERS } from './field-readers.ts'
import { planImport } from './import-plan.ts'
import { type ImportReport, importProducts } from './import-products.ts'
import { refusalLine, reportJson, summaryLine } from './import-report.ts'
import { pricedExamples } from './price-examples.ts'
import { PRICES, priceScaleOf, type SaidOfPrices } from './price-scale.ts'
import { readProductRow } from './product-row.ts'
import { STOCK_USES, type StockUse } from './row-variants.ts'
import { inFile, readSourceFile } from './source-file.ts'

interface ImportCommandOptions extends CommonOptions, SaidOfPrices {
  business: string
  format?: Format
  encoding?: string
  delimiter?: Delimiter
  map: string[]
  status: NewProduct['status']
  stock: StockUse
  allowUnkeyed?: true
  dryRun?: true
}

const NOTES = `
A row is recognized by its external_id; without one by its sku or that of its first variant; without any, by its slug. The
product that has it is updated with the fields of the row; if there is none, a product is created. So you can import the
same file again at any time. A row that breaks a rule is refused with its reasons, and the others are imported. Nothing is
written unless the whole file can be read.

Fields:  ${Object.keys(FIELD_READERS).slice(0, 10).join(', ')},
         ${Object.keys(FIELD_READERS).slice(10).join(', ')}, metadata.<key>
  A column fills the field with its name; case, spaces, _ and - do not matter: Compare At Price fills compare_at_price.
  --map fills a field from another column. Other columns are ignored, and a message lists them.
  category      a name; if the category does not exist, it is created with an id made from the name
  category_id   the id of a category, instead of the id made from the name
  is_available  true, false, yes, no, or a number such as a stock count: above 0 is available
  images        URLs, or objects {url, alt};  tags  texts.  In CSV with | between them
  metadata      an object; in CSV one column for each key: metadata.colour, metadata.size
  currency      only compared: a row with another currency than that of the business is refused
  options, variants  only in JSON: lists as in the body of POST /admin/products. They replace those of the product; a
                variant is recognized by its id, else its sku, else its option_values, and keeps its stock
  track_inventory, allow_backorder  true, false, yes, no;  low_stock_at  a number
  quantity      how many there are of what is not tracked yet. A stock that there is keeps its quantity, so that a file
                does not bring back what was sold since: --stock set overwrites it, --stock ignore never writes any

Prices are stored as whole numbers of the currency's minor unit. Prices in a JSON file are such numbers, unless you say
--prices decimal. In a CSV file they are decimal if one of them has decimals or a currency. If all are whole numbers, and
the currency has decimals, say it: --prices decimal if 80 means 80 dollars, --prices minor if it means 80 cents. 12.50,
$12.50, 1,299.00 and 12,50 € are understood. A row is refused if its price can be two, such as 1,299, or is in another
currency than that of the business.

An empty cell of a CSV file clears the field of an existing product: description, compare_at_price, cost, sku,
external_id, images, tags, position, low_stock_at, metadata. It leaves status, is_available and slug as they are; an empty
name, price or category is an error of the row. A new product gets the default. To keep a field, leave out its column.

Exit code: 0 if every row was imported, 3 if some were refused, 1 if the import failed, 130 after Ctrl-C.

Examples:
  npm run operator -- import catalogue.csv --business acme --prices decimal --dry-run
  gunzip < catalogue.csv.gz | npm run operator -- import - --business acme --prices decimal
  npm run operator -- import products.json --business acme --prices decimal \\
    --map name=title --map external_id=id --map is_available=stock`

/** `import`. \`finish\` gets the exit code. */
export function addImportCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('import')
    .description('create and update products from a JSON, JSON Lines or CSV file')
    .argument(
      '<file>',
      'a JSON list (or an object with one list in it), JSON Lines, or CSV with a header; - for stdin',
    )
    .requiredOption('--business <slug or id>', 'the business of the products')
    .addOption(
      new Option(
        '--format <format>',
        'the format of the file, if neither its extension nor its beginning shows it',
      ).choices(FORMATS),
    )
    .addOption(
      new Option(
        '--encoding <name>',
        'the encoding of the text, if it is not UTF-8 and has no byte order mark: windows-1252, utf-16le, shift_jis, gbk …',
      ).argParser(readEncoding),
    )
    .addOption(
      new Option(
        '--delimiter <name>',
        'what is between the cells of a CSV file, if its header does not show it',
      ).choices(Object.keys(DELIMITERS)),
    )
    .option(
      '--map <field=column>',
      'fill a field from a column with another name (can be repeated)',
      collect,
      [],
    )
    .addOption(
      new Option('--prices <unit>', 'whether 80 is 80 dollars (decimal) or 80 cents (minor)').choices(PRICES),
    )
    .addOption(
      new Option('--price-scale <n>', 'multiply prices by this number, exactly, instead of --prices')
        .argParser(readScale)
        .conflicts('prices'),
    )
    .addOption(
      new Option('--status <status>', 'the status of new products whose row has none')
        .choices(['draft', 'active', 'archived'])
        .default('active'),
    )
    .addOption(
      new Option(
        '--stock <use>',
        'use quantities only where stock begins, set every stock to them, or ignore them',
      )
        .choices(STOCK_USES)
        .default('new'),
    )
    .option(
      '--allow-unkeyed',
      'import rows without external_id, sku and slug; each run creates their products again',
    )
    .option('--dry-run', 'read, check and look up everything, write nothing')
    .addHelpText('after', NOTES)
  withCommonOptions(command).action(async (file: string, options: ImportCommandOptions) => {
    finish(await importFile(file, options))
  })
}

const collect = (value: string, previous: string[]) => [...previous, value]

function readEncoding(label: string): string {
  if (isEncoding(label)) return label
  throw new InvalidArgumentError(
    'There is no such encoding; common ones are windows-1252, utf-16le, shift_jis and gbk.',
  )
}

function readScale(text: string): bigint {
  if (/^[1-9]\d{0,11}$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('It must be a positive whole number.')
}

async function importFile(file: string, options: ImportCommandOptions): Promise<number> {
  const { status, stock, dryRun = false, allowUnkeyed = false } = options
  const source = await readSourceFile(file, options)
  const mapping = mapFields(source.rows, options.map)
  await (dryRun ? openTarget(options) : openTargetToWrite(options))
  const business = await lastingShopOf(options.business)
  const { currency } = business
  const scale = inFile(file, () => priceScaleOf({ ...source, mapping }, currency, options))
  const rows = source.rows.map((row) => readProductRow(row, mapping, { scale, currency }))
  const plan = planImport(rows, { currency, allowUnkeyed })
  sayColumns(mapping)
  for (const notice of plan.notices) console.error(`note: ${notice}`)
  const examples = dryRun ? pricedExamples(rows, currency) : undefined
  if (examples !== undefined) console.error(examples)
  const progress = showProgress(rows.length)
  const interruption = listenForInterruption()
  const report = await importProducts(business, plan, {
    status,
    stock,
    dryRun,
    signal: interruption.signal,
    onRow: progress.advance,
  })
  progress.stop()
  interruption.end()
  printReport(report, options, mapping)
  if ('fault' in report) throw report.fault
  return interruption.exitCode() ?? (report.refused.length > 0 ? 3 : 0)
}

function sayColumns({ matched, ignored }: FieldMapping): void {
  const taken = [...matched].map(([field, column]) => `${quoted(column)} for ${field}`)
  if (taken.length > 0) console.error(`columns used for fields: ${taken.join(', ')}`)
  if (ignored.length > 0)
    console.error(`ignored columns: ${ignored.map((column) => quoted(column)).join(', ')}`)
}

function printReport(report: ImportReport, options: ImportCommandOptions, mapping: FieldMapping): void {
  const { json, dryRun = false } = options
  for (const row of report.refused) console.error(refusalLine(row))
  if (report.left > 0) console.error('stopped; run the same command again to continue')
  if (json) console.log(JSON.stringify(reportJson(report, dryRun, mapping), null, 2))
  else console.log(summaryLine(report, dryRun))
}
