import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useTable } from '../../lib/environment.ts'
import { UNTHROTTLED } from '../../lib/local/local-settings.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { synthesize } from '../../lib/local/template/assembly.ts'

/** A stack to try things on, and where what it is made of lies. */
export interface ProvenStack extends RunningStack {
  assemblyDir: string
  /** From now on gets every line that the functions write. */
  onLine: (listener: (line: string) => void) => void
}

/** Runs the real stack on a port of its own, for as long as `work` takes; this process then uses its table. */
export async function withStack(work: (stack: ProvenStack) => Promise<void>): Promise<void> {
  const assemblyDir = await mkdtemp(join(tmpdir(), 'storefront-prove-'))
  process.once('exit', () => rmSync(assemblyDir, { recursive: true, force: true }))
  // The database watches this process and ends with it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const listeners: ((line: string) => void)[] = []
  const stack = await startStack({
    assemblyDir,
    // Lists show the writes of a run at once.
    prepareAssembly: () => synthesize(assemblyDir, { ...UNTHROTTLED, listMemorySeconds: 0 }),
    port: 0,
    log: ({ line }) => {
      for (const listener of listeners) listener(line)
    },
  })
  useTable(stack.table)
  try {
    await work({ ...stack, assemblyDir, onLine: (listener) => listeners.push(listener) })
  } finally {
    await stack.stop()
  }
}
