import { expect, test } from 'vitest'
import { atLeast } from './is-whole-run.ts'
import { readRecord } from './records.ts'

/**
 * The error in a line of the log, as Lambda and a metric filter read it.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
function faultOf(line: string): string | undefined {
  try {
    const { timestamp, level, message, ...fields } = JSON.parse(line)
    if (new Date(timestamp).toISOString() !== timestamp) return 'a time that is none'
    if (!['info', 'error'].includes(level)) return 'a level that is none'
    if (message === 'request') return faultOfRequest(fields)
    return typeof message === 'string' ? undefined : 'no message'
  } catch (error) {
    return String(error)
  }
}

function faultOfRequest({ duration_ms, gateway_request_id }: Record<string, unknown>): string | undefined {
  if (!Number.isInteger(duration_ms) || Number(duration_ms) < 0) return 'a duration that is none'
  // As the gateway makes them (lib/local/gateway/event.ts).
  return /^[\w+/]{15}=$/.test(`${gateway_request_id}`) ? undefined : 'no request of the gateway'
}

test('every line a function wrote is one object with a level and a time, whose fields a filter sees', () => {
  // Each stands behind the name of its function.
  const lines = readRecord('log').split('\n').filter(Boolean)
  expect(lines.length).toBeGreaterThanOrEqual(atLeast(1000))
  const misfits = lines
    .map((line) => [faultOf(line.slice(line.indexOf(' '))), line])
    .filter(([fault]) => fault)
  expect(misfits).toEqual([])
})
