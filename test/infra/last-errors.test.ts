import { expect, inject, test } from 'vitest'
import { logLine } from '../../lib/log.ts'
import { catchLog } from '../support/log.ts'
import { finds, members, savedQuery } from '../support/saved-query.ts'
import { templateOf } from '../support/settings.ts'

const query = () => savedQuery(templateOf({}, inject('assemblyDir')), 'Last errors')

/** A line of ours. */
function ours(...line: Parameters<typeof logLine>): object {
  const lines = catchLog()
  logLine(...line)
  return lines[0] ?? {}
}

/** https://github.com/aws/aws-lambda-nodejs-runtime-interface-client, `formatJsonMessage` */
const ofRuntime = (level: string, message: unknown) => ({
  timestamp: '2026-11-01T00:00:00.000Z',
  level,
  requestId: 'b2de8fdb-259d-476f-9546-0b4822dce67a',
  message,
})
const UNCAUGHT = { errorType: 'TypeError', errorMessage: 'x is not a function', stackTrace: ['at y'] }

/** https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html */
const ofLambda = (type: string, record: object) => ({ time: '2026-11-01T00:00:00.000Z', type, record })
const REQUEST = { requestId: 'b2de8fdb-259d-476f-9546-0b4822dce67a' }

test.each<[string, object]>([
  ['a fault of ours', ours('error', 'dispatch', { error: 'Error: x' })],
  ['a request that was answered with 503', ours('info', 'request', { status: 503 })],
  ['what no code caught', ofRuntime('ERROR', UNCAUGHT)],
  ['the end of the runtime', ofRuntime('FATAL', 'out of memory')],
  ['a warning of the runtime', ofRuntime('WARN', 'deprecated')],
  [
    'a time-out',
    ofLambda('platform.report', { ...REQUEST, status: 'timeout', metrics: { durationMs: 27_000 } }),
  ],
  ['a crash', ofLambda('platform.report', { ...REQUEST, status: 'error', errorType: 'Runtime.ExitError' })],
  ['a start that failed', ofLambda('platform.initReport', { phase: 'init', status: 'error' })],
])('the query of the last errors finds %s', (_, line) => {
  expect(finds(query().filter, line)).toBe(true)
})

test.each<[string, object]>([
  ['a request that succeeded', ours('info', 'request', { status: 200 })],
  ['a request that was refused', ours('info', 'request', { status: 404, code: 'product_not_found' })],
  ['what a run did', ours('info', 'import', { status: 'left' })],
])('it does not find %s', (_, line) => {
  expect(finds(query().filter, line)).toBe(false)
})

test('it shows why: of our lines, of what no code caught, and of what Lambda itself ended', () => {
  const lines = [
    ofRuntime('ERROR', UNCAUGHT),
    ofLambda('platform.report', { status: 'error', errorType: 'Runtime.ExitError' }),
  ]
  const shown = lines
    .flatMap((line) => [...members(line).keys()])
    .filter((name) => query().fields.includes(name))
  expect(shown).toEqual([
    'message.errorType',
    'message.errorMessage',
    'type',
    'record.status',
    'record.errorType',
  ])
  expect(query().fields).toEqual(expect.arrayContaining(['@logStream', 'error', 'cause', 'business_id']))
})
