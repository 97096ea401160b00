import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { readResults } from '../../bench/report/results.ts'
import { QUEUES } from '../../lib/api/routes/queues.ts'
import { templateOf } from '../support/settings.ts'
import { resourcesOf } from '../support/template.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const page = read('docs/cost.md')

/** A figure of bench/results.json by its path: `search.shops.1.from_cards`. */
const at = (figures: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => Object(found)[name], figures)

test('each unit that docs/cost.md names is the one of bench/results.json', async () => {
  const { parts } = await readResults()
  const rows = [...page.matchAll(/^\|[^|]+\| ([^|]*)\| ([^|]*)\| ([^|]*)\| `([\w.]+)` \|$/gm)]
  const table = page.split('## ').find((part) => part.startsWith('Units')) ?? ''
  expect(rows.length).toBe([...table.matchAll(/^\|/gm)].length - 2)
  for (const [, reads = '', writes = '', bytes = '', path = ''] of rows)
    for (const [said, figure] of [
      [reads, 'read_units'],
      [writes, 'write_units'],
      [bytes, 'wire_bytes.gzip'],
    ] as const)
      expect(`${path} ${said.trim().replaceAll(',', '')}`).toBe(
        `${path} ${said.trim() && at(parts, `${path}.${figure}`)}`,
      )
})

test('the stack has as many queues and metrics of alarms as the page counts when it is idle', () => {
  const template = templateOf({ alarmEmail: 'operations@example.com' }, inject('assemblyDir'))
  const metrics = resourcesOf(template, 'AWS::CloudWatch::Alarm').flatMap(({ Properties }) =>
    // A metric that an expression reads is billed; the expression is not.
    ((Properties.Metrics ?? [{}]) as { Expression?: string }[]).filter(({ Expression }) => !Expression),
  )
  expect(page).toContain(`Lambda reads ${QUEUES.length} empty queues`)
  expect(page).toContain(`| ${metrics.length} metrics × $0.10 |`)
  expect(page).toContain('**$0.85**; $0.45')
  expect(read('README.md')).toContain('$0.85 a month, $0.45 where')
})
