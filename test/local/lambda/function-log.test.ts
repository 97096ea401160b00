import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startInstance } from '../../../lib/local/lambda/function-instance.ts'
import { createFunctionPool } from '../../../lib/local/lambda/function-pool.ts'
import { temporaryFolder } from '../fixture.ts'

const CODE = `
  console.log('loading')
  exports.handler = async () => {
    console.log('{"alarm":"a"}')
    console.error({ alarm: 'a' })
    console.warn('%s of %d', 'two', 2)
    console.debug('fine')
    console.error('it broke:', new TypeError('why'))
    console.log('two\\nlines')
    process.stdout.write('{"alarm":"a"}\\n')
  }`

/** The lines of one call of a function that writes what `CODE` does, in an environment with this beside the rest. */
async function linesWith(environment: { [name: string]: string }): Promise<string[]> {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'index.cjs'), CODE)
  const lines: string[] = []
  const pool = createFunctionPool(startInstance, ({ line }) => lines.push(line))
  onTestFinished(() => pool.stop())
  const named = {
    logicalId: 'Log',
    name: 'log',
    arn: 'arn:log',
    codeDir: folder.path,
    handler: 'index.handler',
  }
  expect(await pool.invoke({ ...named, timeoutMs: 10_000, memoryMb: 128, environment }, '{}')).toHaveProperty(
    'payload',
  )
  return lines
}

test('in the text format a line of JSON is not JSON, unless it was written without console', async () => {
  const lines = await linesWith({ AWS_LAMBDA_LOG_FORMAT: 'Text' })
  const [time = '', id, ...rest] = lines[1]?.split('\t') ?? []
  expect([time, id]).toEqual([expect.stringMatching(/^\d{4}-.+Z$/), expect.stringMatching(/^[\da-f-]{36}$/)])
  expect(rest).toEqual(['INFO', '{"alarm":"a"}'])
  const written = lines.map((line) => line.replace(/^.+Z\t/, '').replace(id ?? '', 'id'))
  expect(written.with(5, written[5]?.split('\r')[0] ?? '')).toEqual([
    'undefined\tINFO\tloading',
    'id\tINFO\t{"alarm":"a"}',
    "id\tERROR\t{ alarm: 'a' }",
    'id\tWARN\ttwo of 2',
    'id\tDEBUG\tfine',
    'id\tERROR\tit broke: TypeError: why',
    'id\tINFO\ttwo\rlines',
    '{"alarm":"a"}',
  ])
})

test('in the JSON format a string stays a string in an object of the runtime’s, unless it was written past console', async () => {
  const lines = await linesWith({ AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'INFO' })
  const known = { timestamp: expect.stringMatching(/^\d{4}-.+Z$/) }
  const called = { ...known, requestId: expect.stringMatching(/^[\da-f-]{36}$/) }
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { ...known, level: 'INFO', message: 'loading' },
    { ...called, level: 'INFO', message: '{"alarm":"a"}' },
    { ...called, level: 'ERROR', message: { alarm: 'a' } },
    { ...called, level: 'WARN', message: 'two of 2' },
    {
      ...called,
      level: 'ERROR',
      message: expect.stringContaining('it broke: TypeError: why'),
      errorType: 'TypeError',
      errorMessage: 'why',
      stackTrace: expect.any(Array),
    },
    { ...called, level: 'INFO', message: 'two\nlines' },
    { alarm: 'a' },
  ])
})
