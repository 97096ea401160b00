import { expect, test } from 'vitest'
import { lastLines, type Report, sumUp } from './sum.ts'

const file = (status: string, ...tests: string[]): Report['testResults'][number] => ({
  name: 'a.test.ts',
  status,
  message: status === 'failed' ? 'why' : '',
  assertionResults: tests.map((status) => ({ status, fullName: 'a test', failureMessages: [] })),
})
const reportOf = (...testResults: Report['testResults']): Report => ({ testResults })

test('a green run', () => {
  const report = reportOf(file('passed', 'passed', 'passed'), file('passed', 'passed'))
  expect(sumUp('fast', report, 0)).toEqual({ passed: 3, failed: 0, faults: [] })
})

test.each([
  ['a test that failed', reportOf(file('failed', 'passed', 'failed')), 1],
  ['a file that could not be loaded', reportOf(file('failed'), file('passed', 'passed')), 1],
  ['a test that was skipped', reportOf(file('passed', 'passed', 'skipped')), 0],
  ['a test that is to be written', reportOf(file('passed', 'passed', 'todo')), 0],
  ['a test that never ran, because its process had ended', reportOf(file('passed', 'passed', 'pending')), 1],
  ['an error that is no test’s', reportOf(file('passed', 'passed')), 1],
])('%s is counted once', (_, report, exitCode) => {
  expect(sumUp('fast', report, exitCode)).toMatchObject({ passed: 1, failed: 1 })
})

test.each([
  ['nothing to test', reportOf(), 0],
  ['no report', undefined, 0],
  ['no report and an error', undefined, 137],
])('a run with %s has failed', (_, report, exitCode) => {
  const { failed, faults } = sumUp('eighth', report, exitCode)
  expect(failed).toBe(1)
  expect(faults).toEqual([
    `failed: the run "eighth", in which 0 tests passed, ended with ${exitCode}: see its errors above`,
  ])
})

test('the last lines name each fault on a line of its own with the first line of its message, behind the rest of the files', () => {
  const failed: Report = reportOf({
    name: 'a.test.ts',
    status: 'failed',
    message: '',
    assertionResults: [
      {
        status: 'failed',
        fullName: 'a price is whole',
        failureMessages: ['AssertionError: expected 1 to be 2\n    at …', 'another'],
      },
      { status: 'skipped', fullName: 'a slug is free', failureMessages: [] },
    ],
  })
  const unloaded: Report = reportOf({
    name: 'b.test.ts',
    status: 'failed',
    message: '\nno such module\nat …',
    assertionResults: [],
  })
  const sums = [
    sumUp('fast', failed, 1),
    sumUp('eighth', unloaded, 1),
    sumUp('dynamodb-local', undefined, 137),
  ]
  expect(lastLines(sums, 1, 'eighth 3:\n  c.test.ts')).toEqual([
    expect.stringContaining('    at …'),
    expect.stringContaining('a slug is free'),
    expect.stringContaining('at …'),
    expect.stringContaining('dynamodb-local'),
    'eighth 3:\n  c.test.ts',
    'failed: a.test.ts > a price is whole: AssertionError: expected 1 to be 2',
    'skipped: a.test.ts > a slug is free',
    'failed: b.test.ts: no such module',
    'failed: the run "dynamodb-local", in which 0 tests passed, ended with 137: see its errors above',
    'failed: a check before the tests: see its errors above',
    '0 passed, 5 failed',
  ])
})
