import { type Command, Option } from 'commander'
import { withCommonOptions } from '../common-options.ts'
import { COMMAND } from '../words.ts'
import { importFile } from './import-file.ts'
import { IMPORT_NOTES } from './import-help.ts'
import type { ImportOptions } from './import-options.ts'

/** `import`. `finish` gets the exit code. */
export function addImportCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('import')
    .description(
      'create and update products from a CSV, JSON or JSON Lines file, including exports of Shopify and WooCommerce',
    )
    .argument('<file>', 'the file, as it is or compressed with gzip; - for stdin')
    .option(
      '--format <format>',
      'the format of the file, if its beginning does not show it: csv, json, jsonl',
    )
    .option(
      '--encoding <name>',
      'the encoding of the text, if it is not UTF-8: windows-1252, utf-16le, shift_jis …',
    )
    .option(
      '--delimiter <name>',
      'the character between the cells of a CSV file, if its header does not show it',
    )
    .addOption(
      new Option('--prices <unit>', 'read 80 as 80 dollars (decimal) or as 80 cents (minor)').choices([
        'decimal',
        'minor',
      ]),
    )
    .addOption(
      new Option(
        '--stock <use>',
        'use quantities only where stock begins, set every stock to them, or ignore them',
      ).choices(['new', 'set', 'ignore']),
    )
    .option('--source <name>', 'begin every external_id with this name and a colon')
    .option('--category <name>', 'the category of new products without one')
    .addOption(
      new Option('--status <status>', 'the status of new products without one').choices([
        'draft',
        'active',
        'archived',
      ]),
    )
    .addOption(
      new Option(
        '--on-missing <action>',
        'set products of this source that are missing from the file to draft, or archive them',
      ).choices(['keep', 'draft', 'archive']),
    )
    .option('--confirm-missing', 'let --on-missing change more than a third of the products of the source')
    .addOption(new Option('--yes', 'the same as --confirm-missing').implies({ confirmMissing: true }))
    .option('--dry-run', 'read, check and look up everything, write nothing')
    .option('--map <field=column>', 'fill a field from a column with another name (can be repeated)', collect)
    .option('--set <field=value>', 'give a field this value in every product (can be repeated)', collect)
    .option(
      '--group-by <column>',
      'group rows with the same value in this column into one product with variants',
    )
    .option('--keep-empty', 'keep the stored value where a cell is empty')
    .addOption(
      new Option(
        '--duplicate-skus <action>',
        'refuse a row with the SKU of an earlier row, or leave out the SKU',
      ).choices(['refuse', 'drop']),
    )
    .addOption(
      new Option(
        '--without-price <action>',
        'refuse rows without a price, or import new products as drafts and keep the stored prices',
      ).choices(['refuse', 'draft']),
    )
    .option('--report <file>', 'write all refused and left-out rows to this file, as JSON Lines')
    .option('--no-wait', 'send the file, print the import, and do not wait for it')
  const examples = [
    `${COMMAND} import products.csv --prices decimal --dry-run`,
    `${COMMAND} import products_export.csv --report refused.jsonl`,
    `${COMMAND} import nightly.csv --source erp --on-missing archive`,
    `gunzip < products.csv.gz | ${COMMAND} import - --prices decimal --map name=Title`,
  ]
  withCommonOptions(command, examples, IMPORT_NOTES).action(async (file: string, options: ImportOptions) => {
    finish(await importFile(file, options))
  })
}

const collect = (value: string, previous: readonly string[] = []) => [...previous, value]
