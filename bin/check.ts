import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/** The static checks, the longest first. */
const CHECKS = [
  'knip',
  'node bin/describe.ts --check',
  'npm run -s types',
  'npm run -s types -- --noEmit --project clients/typescript',
  'npm run -s types -- --noEmit --project clients/typescript/src/command',
  'npm run -s types -- --project lib/docs/site/browser',
  'npm run -s types -- --project clients/console',
  'biome check .',
]

/** Runs one with its output, which is shown when it has ended: two beside each other would mix theirs. */
async function run(command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], cwd: root })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part))
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  const code = await promise
  process.stdout.write(Buffer.concat(output))
  if (code === 0) return
  console.log(`${command} failed with exit code ${code}`)
  process.exitCode = 1
}

const root = join(import.meta.dirname, '..')
const waiting = [...CHECKS]
await Promise.all(
  Array.from({ length: Math.max(2, availableParallelism()) }, async () => {
    for (let command = waiting.shift(); command; command = waiting.shift()) await run(command)
  }),
)
