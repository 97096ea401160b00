import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isJsonObject } from '../../../lib/domain/body/json-object.ts'
import type { FunctionLine } from '../../../lib/local/lambda/function-pool.ts'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import { temporaryFolder, writeAssembly } from '../fixture.ts'

const resources = new AsyncDisposableStack()
const lines: FunctionLine[] = []
let stack: RunningStack
let root: string

beforeAll(async () => {
  const assembly = resources.use(await temporaryFolder())
  await writeAssembly(assembly.path)
  stack = await startStack({ assemblyDir: assembly.path, port: 0, log: (line) => lines.push(line) })
  resources.defer(stack.stop)
  root = stack.baseUrl.replace('/api/v1', '')
})
afterAll(() => resources.disposeAsync())
beforeEach(() => stack.restartFunctions())

/** Calls the Busy function through the API. */
async function busy(order: { act?: string; ms?: number } = {}, path = '/busy'): Promise<BusyAnswer> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(root + path, { method: 'POST', headers, body: JSON.stringify(order) })
  const body: object = JSON.parse(await answer.text())
  return { status: answer.status, ...body }
}

interface BusyAnswer {
  status: number
  message?: string
  calls?: number
  remaining?: number
  environment?: object
  context?: object
}

const failed = { status: 500, message: 'Internal Server Error' }

// Before the tests that leave an instance busy behind them: its lines would come whenever they come.
test('the output of a function arrives in lines before its response', async () => {
  lines.length = 0
  await busy()
  expect(lines).toEqual([{ functionName: 'fixture-Busy', line: expect.stringMatching(/\tINFO\tcall 1$/) }])
})

test('a function sees what Lambda and the template set, and nothing of the developer', async () => {
  const { environment } = await busy()
  expect(process.env).toHaveProperty('PATH')
  expect(environment).not.toHaveProperty('AWS_ENDPOINT_URL_DYNAMODB', stack.table.endpoint)
  expect(environment).toEqual({
    AWS_ACCESS_KEY_ID: 'Busy',
    AWS_SECRET_ACCESS_KEY: expect.any(String),
    AWS_SESSION_TOKEN: expect.any(String),
    AWS_REGION: 'local',
    AWS_DEFAULT_REGION: 'local',
    // Not the engine itself but what stands before it: permission-proxy.test.ts.
    AWS_ENDPOINT_URL_DYNAMODB: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    AWS_ENDPOINT_URL_SQS: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    AWS_ENDPOINT_URL_S3: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: 'fixture-Busy',
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: 'Text',
    AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/fixture-Busy',
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: expect.stringContaining('asset.Busy'),
    OWN: 'set',
    STOREFRONT_LOOPBACK_TARGETS: 'allowed',
    TABLE_NAME: stack.table.name,
    TZ: ':UTC',
    _HANDLER: 'index.handler',
  })
})

test('the context says who runs and how much time is left', async () => {
  const { context, remaining } = await busy({ ms: 20 })
  expect(context).toMatchObject({
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    functionName: 'fixture-Busy',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:local:000000000000:function:fixture-Busy',
    memoryLimitInMB: '256',
  })
  expect(remaining).toBeGreaterThan(0)
  expect(remaining).toBeLessThan(1000)
})

test('an instance stays warm until it is dropped', async () => {
  expect((await busy()).calls).toBe(1)
  expect((await busy()).calls).toBe(2)
  await stack.restartFunctions()
  expect((await busy()).calls).toBe(1)
})

test('an instance takes one call at a time; four share the calls, the rest wait', async () => {
  // Past the gateway, so that all six are there before the first is answered.
  const event = { body: JSON.stringify({ ms: 50 }) }
  const answers = await Promise.all(Array.from({ length: 6 }, () => stack.invoke('Busy', event)))
  expect(answers).toEqual(answers.map(() => expect.objectContaining({ together: 1 })))
  expect(answers.filter((answer) => isJsonObject(answer) && answer.calls === 1)).toHaveLength(4)
})

test('a busy instance that is dropped ends its call first', async () => {
  lines.length = 0
  const running = busy({ ms: 200 })
  // The line shows that the call has begun.
  await expect.poll(() => lines.some(({ line }) => line.endsWith('call 1'))).toBe(true)
  await stack.restartFunctions()
  expect((await running).calls).toBe(1)
  expect((await busy()).calls).toBe(1)
})

test('a handler that throws is a 500 and stays warm', async () => {
  expect(await busy({ act: 'throw' })).toEqual(failed)
  expect((await busy()).calls).toBe(2)
})

test.each(['exit', 'stray'])('a crash (%s) is a 500 and the next call a cold start', async (act) => {
  expect(await busy({ act })).toEqual(failed)
  expect((await busy()).calls).toBe(1)
})

test.each(['hang', 'loop'])(
  'a function over its timeout (%s) is ended: 500, then a cold start',
  async (act) => {
    const began = performance.now()
    expect(await busy({ act })).toEqual(failed)
    expect(performance.now() - began).toBeGreaterThan(990)
    expect((await busy()).calls).toBe(1)
  },
)

test('an integration over its timeout is a 503', async () => {
  expect(await busy({ act: 'hang' }, '/hasty')).toEqual({ status: 503, message: 'Service Unavailable' })
})

test('a function can be invoked past the gateway, by its logical id', async () => {
  expect(await stack.invoke('Answer', { body: '{"a":1}' })).toEqual({ a: 1 })
  await expect(stack.invoke('Busy', { body: '{"act":"throw"}' })).rejects.toThrow(
    'TypeError: thrown on purpose',
  )
  await expect(stack.invoke('Nobody', {})).rejects.toThrow('no function or rule Nobody')
})
