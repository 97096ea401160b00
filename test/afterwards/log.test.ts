import { expect, test } from 'vitest'
import { readRecord } from './records.ts'

/** What Lambda and a metric filter can read of a line: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html */
function faultOf(line: string): string | undefined {
  try {
    const { timestamp, level, message } = JSON.parse(line)
    if (new Date(timestamp).toISOString() !== timestamp) return 'a time that is none'
    if (!['info', 'error'].includes(level)) return 'a level that is none'
    return typeof message === 'string' ? undefined : 'no message'
  } catch (error) {
    return String(error)
  }
}

test('every line a function wrote is one object with a level and a time, whose fields a filter sees', () => {
  // Each stands behind the name of its function.
  const lines = readRecord('log').split('\n').filter(Boolean)
  expect(lines.length).toBeGreaterThan(1000)
  const misfits = lines
    .map((line) => [faultOf(line.slice(line.indexOf(' '))), line])
    .filter(([fault]) => fault)
  expect(misfits).toEqual([])
})
