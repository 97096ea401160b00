/**
 * The whole stack on a port of its own, in a process whose memory is watched: gateway and functions, no client.
 * `gateway.ts <0 or 1>`: for how many seconds a public list is served from memory.
 */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UNTHROTTLED } from '../../../lib/local/local-settings.ts'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import { synthesize } from '../../../lib/local/template/assembly.ts'
import type { GatewayReport } from '../load.ts'

const SAMPLE_EVERY_MS = 250
const [, , listMemorySeconds = '0'] = process.argv

const assemblyDir = await mkdtemp(join(tmpdir(), 'storefront-bench-'))
process.once('exit', () => rmSync(assemblyDir, { recursive: true, force: true }))
// Ctrl-C reaches the parent too, which then goes; the database under this process goes with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
let stack: RunningStack | undefined
let sampling: NodeJS.Timeout | undefined
process.once('disconnect', async () => {
  clearInterval(sampling)
  await stack?.stop()
  process.exit()
})

const report = (message: GatewayReport) => process.connected && process.send?.(message)
stack = await startStack({
  assemblyDir,
  prepareAssembly: () => synthesize(assemblyDir, { ...UNTHROTTLED, listMemorySeconds }),
  port: 0,
})
report({ baseUrl: stack.baseUrl, table: stack.table })
sampling = setInterval(() => report({ rss_bytes: process.memoryUsage.rss() }), SAMPLE_EVERY_MS)
