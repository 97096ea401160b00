import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useTable } from '../../../lib/environment.ts'
import { accountId, readConcurrency } from '../../../lib/operator/command-line/aws/account.ts'
import { limitedRouteKeys } from '../../../lib/operator/command-line/aws/gateway.ts'
import { templateOf } from '../../../lib/operator/command-line/aws/stacks.ts'
import { errorLine } from '../../../lib/operator/command-line/failure.ts'
import { readTableState } from '../../../lib/operator/table/table-state.ts'
import { scanTable } from '../../../lib/operator/upkeep/table-scan.ts'
import { AWS_SETTINGS } from '../../support/run-program.ts'

test.for<[string, () => Promise<unknown>]>([
  ['CloudFormation', () => templateOf('Storefront')],
  ['STS', accountId],
  ['Lambda', readConcurrency],
  ['API Gateway', () => limitedRouteKeys('a')],
  ['DynamoDB', readTableState],
  ['a scan of DynamoDB', () => Array.fromAsync(scanTable('a', undefined))],
])('a command gives up when %s never responds', async ([, call], { signal }) => {
  const server = createServer(() => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  useTable({ name: 'a', endpoint })
  for (const [name, value] of Object.entries({ ...AWS_SETTINGS, AWS_ENDPOINT_URL: endpoint }))
    vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let line: string | undefined
  const ended = call().catch((error: unknown) => {
    line = errorLine(error, false)
  })
  // The packages of a client are loaded in real time, of which nobody knows how long it is.
  while (line === undefined && !signal.aborted)
    await vi.advanceTimersByTimeAsync(1_000).then(() => new Promise(setImmediate))
  expect(line).toMatch(/^error: AWS returned an error \(TimeoutError: .*\): run the same command again$/)
  await ended
})
