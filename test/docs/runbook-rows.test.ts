import { expect, inject, test } from 'vitest'
import { templateOf } from '../support/settings.ts'
import { resourcesOf } from '../support/template.ts'
import { ALARMS } from './runbooks/alarms.ts'
import { AWS_CALLS } from './runbooks/aws-calls.ts'
import { printed, readAwsLine } from './runbooks/aws-line.ts'
import { SECTIONS } from './runbooks/section-rows.ts'
import { awsLinesOf, OTHER_PAGES, sectionsOf } from './runbooks/sections.ts'

test('each alarm of the template has a row', () => {
  const template = templateOf({ alarmEmail: 'operations@example.com' }, inject('assemblyDir'))
  const names = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(({ Properties }) =>
    String(/#alarm-(\w+)/.exec(JSON.stringify(Properties.AlarmDescription))?.[1]),
  )
  expect(
    Object.keys(ALARMS)
      .map((name) => name.toLowerCase())
      .sort(),
  ).toEqual(names.sort())
})

test('each section of docs/operations.md with commands has a row, and each block of steps', () => {
  const withCommands = [...sectionsOf(['docs/operations.md']).values()].filter(
    ({ heading, text, runbook }) =>
      !heading.startsWith('Alarm ') && (runbook.length > 0 || /^```console|`aws [a-z]/m.test(text)),
  )
  const withSteps = [...sectionsOf(OTHER_PAGES).values()].filter(({ runbook }) => runbook.length > 0)
  const headings = [...withCommands, ...withSteps].map(({ heading }) => heading)
  expect(Object.keys(SECTIONS).sort()).toEqual(headings.sort())
})

test('the table of AWS calls knows each line of the steps', () => {
  const lines = [...sectionsOf().values()].flatMap(({ runbook }) => runbook.flatMap(awsLinesOf))
  expect(lines.length).toBeGreaterThan(2)
  for (const words of lines) readAwsLine(words, AWS_CALLS)
})

const FORMS = { 'sqs purge-queue': { required: ['queue-url'], flags: ['now'] } }

test.each([
  ['sqs delete-queue --queue-url a', 'the table of AWS calls has no "aws sqs delete-queue"'],
  ['sqs purge-queue --queue a', 'the table of AWS calls has no --queue of "aws sqs purge-queue"'],
  ['sqs purge-queue --queue-url', '--queue-url has no value'],
  ['sqs purge-queue --now', '"aws sqs purge-queue" needs --queue-url'],
])('a line that the table does not know fails: aws %s', (line, message) => {
  expect(() => readAwsLine(line.split(' '), FORMS)).toThrow(message)
})

test('a query chooses what is printed, as text in rows of cells', () => {
  const result = { Rules: [{ Name: 'a', State: 'ENABLED' }, { Name: 'b' }] }
  const print = (query: string) =>
    printed(
      result,
      new Map([
        ['query', query],
        ['output', 'text'],
      ]),
    )
  expect(print('Rules[].[Name,State]')).toBe('a\tENABLED\nb\tNone\n')
  expect(print("Rules[?contains(Name, 'a')].Name")).toBe('a\n')
})
