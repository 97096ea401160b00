import { expect, test } from 'vitest'
import type { Finding } from '../../lib/upgrade/finding.ts'
import { report } from '../../lib/upgrade/report.ts'

const log = (n: number): Finding => ({
  logicalId: `Log${n}`,
  type: 'AWS::Logs::LogGroup',
  isWarning: true,
  isAcceptable: false,
  what: 'it goes',
  why: 'its log goes with it',
  todo: 'export it',
})

test('warnings that say the same are one line, with the names of the first', () => {
  const table: Finding = {
    ...log(0),
    logicalId: 'Table',
    type: 'AWS::DynamoDB::GlobalTable',
    isWarning: false,
  }
  const queue: Finding = { ...log(0), logicalId: 'Queue', type: 'AWS::SQS::Queue' }
  const { lines, isRefused } = report([log(1), table, ...[2, 3, 4, 5].map(log), queue], [])
  expect(isRefused).toBe(true)
  expect(lines).toEqual([
    'refused: Table (AWS::DynamoDB::GlobalTable): it goes; its log goes with it; export it',
    'warning: 5 resources, Log1, Log2, Log3 … (AWS::Logs::LogGroup): it goes; its log goes with it; export it',
    'warning: Queue (AWS::SQS::Queue): it goes; its log goes with it; export it',
    'the update is refused: 1 finding, 6 warnings',
  ])
})
