/** The conformance suite of the protocol, scenario by scenario, against the protocol alone: it cannot send an identification. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDiagnostics } from './diagnostic-server.ts'

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
}

let server: Awaited<ReturnType<typeof serveDiagnostics>>
let folder: string
beforeAll(async () => {
  server = await serveDiagnostics()
  folder = await mkdtemp(join(tmpdir(), 'storefront-conformance-'))
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/** The checks of a scenario. */
async function checksOf(scenario: string): Promise<Check[]> {
  const out = join(folder, scenario)
  const argv = [SUITE, 'server', '--url', server.url, '--scenario', scenario, '--output-dir', out]
  const child = spawn(process.execPath, argv, { stdio: 'ignore' })
  await once(child, 'close')
  const [name = ''] = await readdir(out)
  return JSON.parse(await readFile(join(out, name, 'checks.json'), 'utf8'))
}

test.each([
  ['http-header-validation', 14],
  ['server-initialize', 2],
  ['ping', 2],
  ['tools-list', 3],
  ['tools-call-simple-text', 2],
  ['tools-call-error', 2],
])('%s has %i checks, and all succeed', async (scenario, count) => {
  const checks = await checksOf(scenario)
  expect(checks.filter(({ status }) => status === 'SUCCESS')).toHaveLength(count)
  expect(checks.filter(({ status }) => !['SUCCESS', 'INFO'].includes(status))).toEqual([])
})

/** They need a server that does what no tool of ours does. */
const EXPECTED = {
  'sep-2575-server-rejects-undeclared-capability': 'no tool needs a capability of its client',
  'sep-2575-missing-capability-http-400': 'the same',
  'sep-2575-http-server-no-independent-requests-on-stream': 'no response is a stream',
  'sep-2575-server-no-log-without-loglevel': 'nothing is sent before a response',
}

test('server-stateless has 21 checks that succeed, and those that fail have a reason', async () => {
  const checks = await checksOf('server-stateless')
  const withStatus = (status: Check['status']) =>
    checks.filter((check) => check.status === status).map(({ id }) => id)
  expect(withStatus('SUCCESS')).toHaveLength(21)
  expect(withStatus('FAILURE').sort()).toEqual(Object.keys(EXPECTED).sort())
  expect(withStatus('WARNING')).toEqual([])
})
