import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  DELIMITERS,
  DUPLICATE_SKUS,
  FILE_FORMATS,
  ON_MISSING,
  PRICES,
  SOURCE_NAME,
  STOCK_USES,
  WITHOUT_PRICE,
} from '../../domain/imports/import-words.ts'
import { isEncoding } from '../../import/catalogue-files/read/text.ts'
import { withCommonOptions } from '../common-options.ts'
import { importFile } from './import-file.ts'
import { IMPORT_NOTES } from './import-help.ts'
import type { ImportCommandOptions } from './import-options.ts'

/** `import`. `finish` gets the exit code. */
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
      ).choices(FILE_FORMATS),
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
        'the character between the cells of a CSV file, if its header does not show it',
      ).choices(Object.keys(DELIMITERS)),
    )
    .option(
      '--map <field=column>',
      'fill a field from a column with another name (can be repeated)',
      collect,
      [],
    )
    .option(
      '--group-by <column>',
      'group CSV rows with the same value in this column into one product with variants',
    )
    .option('--set <field=value>', 'give a field this value in every product (can be repeated)', collect, [])
    .option('--keep-empty', 'keep the stored value where a cell is empty')
    .addOption(
      new Option('--prices <unit>', 'whether 80 is 80 dollars (decimal) or 80 cents (minor)').choices(PRICES),
    )
    .addOption(
      new Option('--price-scale <n>', 'multiply prices by this number, exactly, instead of --prices')
        .argParser(readScale)
        .conflicts('prices'),
    )
    .addOption(
      new Option('--status <status>', 'the status of new products without one')
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
    .option('--category <name>', 'the category of new products without one')
    .addOption(
      new Option(
        '--duplicate-skus <action>',
        'refuse a row with the SKU of an earlier row, or leave out the SKU',
      )
        .choices(DUPLICATE_SKUS)
        .default('refuse'),
    )
    .addOption(
      new Option(
        '--without-price <action>',
        'refuse rows without a price, or import new products as drafts and keep the stored prices',
      )
        .choices(WITHOUT_PRICE)
        .default('refuse'),
    )
    .addOption(
      new Option(
        '--source <name>',
        'begin every external_id with this name and a colon (default for their exports: shopify, woo)',
      ).argParser(readSourceName),
    )
    .addOption(
      new Option(
        '--on-missing <action>',
        'the new status of products of this source that are missing from the file',
      )
        .choices(ON_MISSING)
        .default('keep'),
    )
    .option(
      '--yes',
      "let --on-missing change more than a third of the source's products, and create products that exist under a source",
    )
    .option('--report <file>', 'write the outcome for each product to this file, as JSON Lines')
    .option(
      '--redirects <file>',
      'write the addresses that changed to this file, as CSV with the columns old,new',
    )
    .option(
      '--allow-unkeyed',
      'import rows without external_id, sku and slug; each run creates their products again',
    )
    .option('--dry-run', 'read, check and look up everything, write nothing')
    .addHelpText('after', IMPORT_NOTES)
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

function readSourceName(name: string): string {
  if (SOURCE_NAME.test(name)) return name
  throw new InvalidArgumentError('It must be 1 to 32 ASCII letters, digits or ._~- characters.')
}
