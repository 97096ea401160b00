import { expect, test } from 'vitest'
import { type Report, sumUp } from './sum.ts'

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
