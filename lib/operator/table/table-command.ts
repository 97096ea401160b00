import type { Command } from 'commander'
import { plural } from '../../domain/text/plural.ts'
import { tableName } from '../../environment.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { openTarget } from '../target.ts'
import { type Difference, differencesOf } from './differences.ts'
import { readTableState, type TableState } from './table-state.ts'

const NOTES = `
Compares a table with the schema of this version: keys, the eight indexes with their keys and projections, time to live,
stream, point-in-time recovery, deletion protection, billing mode. Run it for a table that was restored or created by
other means: DynamoDB restores a table without its stream, time to live, recovery and protection. For a table without
a difference it prints the settings for storefront.config.ts.

For each difference it prints the commands of the AWS CLI that repair it. It changes nothing itself. It needs
dynamodb:DescribeTable, dynamodb:DescribeTimeToLive and dynamodb:DescribeContinuousBackups.

Exit code: 0 if the table is correct, 1 with differences or if it failed.

Example:
  npm run operator -- table check --table Storefront-TableCD117FA1-1K8Q4XM2ZJ0VW`

/** `table` and its command. `finish` gets the exit code. */
export function addTableCommands(program: Command, finish: (exitCode: number) => void): void {
  const table = program.command('table').description('check the settings of a table')
  const check = table
    .command('check')
    .description('compare the settings of a table with those that Storefront needs')
    .addHelpText('after', NOTES)
  withCommonOptions(check).action(async (options: CommonOptions) => {
    await openTarget(options)
    const state = await readTableState()
    const differences = differencesOf(state, tableName())
    print(state, differences, options)
    finish(differences.length > 0 ? 1 : 0)
  })
}

function print(state: TableState, differences: readonly Difference[], { json }: CommonOptions) {
  if (state.isRecoverable === undefined)
    console.error('not checked: point-in-time recovery, which this local engine does not have')
  if (json) console.log(JSON.stringify({ table: tableName(), differences }, null, 2))
  else {
    const settings = differences.length === 0 ? settingsOf(state) : []
    console.log([...differences.flatMap(linesOf), summary(differences.length), ...settings].join('\n'))
  }
  console.error(
    `${differences.length > 0 ? 'then ' : ''}\`operator verify --business <slug>\` checks the data of a business`,
  )
}

/** The settings of a stage that works on this table, as they are written in storefront.config.ts. */
function settingsOf({ table: { TableArn = '', LatestStreamArn = '' } }: TableState): string[] {
  const settings = { region: TableArn.split(':')[3], tableArn: TableArn, tableStreamArn: LatestStreamArn }
  return [
    'settings in storefront.config.ts for a stage that uses it:',
    ...Object.entries(settings).map(([name, value]) => `  ${name}: '${value}',`),
  ]
}

const linesOf = ({ what, commands, note }: Difference) => [
  note === undefined ? what : `${what}; ${note}`,
  ...commands.map((command) => `  ${command}`),
]

const summary = (found: number) =>
  found === 0
    ? 'the table has the settings that Storefront needs'
    : `${found} ${plural(found, 'difference')}; run the commands one after the other, and then \`operator table check\` again`
