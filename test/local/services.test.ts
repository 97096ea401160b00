import { get } from 'node:http'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { chooseEngine } from '../../lib/local/dynamodb/choose-engine.ts'
import type * as database from '../../lib/local/dynamodb/server.ts'
import type * as buckets from '../../lib/local/permissions/bucket-proxy.ts'
import { createJudge } from '../../lib/local/permissions/judge.ts'
import type * as table from '../../lib/local/permissions/proxy.ts'
import { startServices, stopAll } from '../../lib/local/services.ts'

/** The endpoints that were started; a start of `failing` fails if its number, from 1, is not 0. */
const started = vi.hoisted(() => ({
  endpoints: [] as string[],
  failing: { table: 0, buckets: 0 },
  bucketProxies: 0,
}))

afterEach(() =>
  Object.assign(started, { endpoints: [], failing: { table: 0, buckets: 0 }, bucketProxies: 0 }),
)

function noted<T extends { endpoint: string }>(running: T): T {
  started.endpoints.push(running.endpoint)
  return running
}

vi.mock('../../lib/local/dynamodb/server.ts', async (original) => {
  const real = await original<typeof database>()
  const startDynamoDb: typeof real.startDynamoDb = async (...of) => noted(await real.startDynamoDb(...of))
  return { ...real, startDynamoDb }
})

vi.mock('../../lib/local/permissions/proxy.ts', async (original) => {
  const real = await original<typeof table>()
  const startPermissionProxy: typeof real.startPermissionProxy = async (...of) => {
    if (started.failing.table === 1) throw new Error('no port for the proxy of the table')
    return noted(await real.startPermissionProxy(...of))
  }
  return { ...real, startPermissionProxy }
})

vi.mock('../../lib/local/permissions/bucket-proxy.ts', async (original) => {
  const real = await original<typeof buckets>()
  const startBucketProxy: typeof real.startBucketProxy = async (...of) => {
    if (++started.bucketProxies === started.failing.buckets)
      throw new Error('no port for a proxy of the bucket')
    return noted(await real.startBucketProxy(...of))
  }
  return { ...real, startBucketProxy }
})

/** True if something listens there. */
const listens = (endpoint: string) =>
  new Promise<boolean>((resolve) => {
    get(endpoint, { agent: false }, (response) => {
      response.destroy()
      resolve(true)
    }).on('error', (error) => resolve(!('code' in error && error.code === 'ECONNREFUSED')))
  })

test.each([
  [{ table: 1, buckets: 0 }, 'no port for the proxy of the table'],
  [{ table: 0, buckets: 2 }, 'no port for a proxy of the bucket'],
])('a start that fails in the middle of a service leaves nothing running: %j', async (failing, reason) => {
  started.failing = failing
  const services = startServices(await chooseEngine(undefined), undefined, createJudge())
  await expect(services.started).rejects.toThrow(reason)
  await services.stop()
  expect(started.endpoints.length).toBeGreaterThan(0)
  for (const endpoint of started.endpoints) expect(await listens(endpoint), endpoint).toBe(false)
})

test('one that does not stop keeps no other from being stopped, and stderr says why', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  let isStopped = false
  await stopAll([
    { stop: () => Promise.reject(new Error('the engine is stuck')) },
    {
      async stop() {
        isStopped = true
      },
    },
  ])
  expect(isStopped).toBe(true)
  expect(write.mock.calls).toEqual([['could not be stopped: Error: the engine is stuck\n']])
})
