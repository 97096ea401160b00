import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TableTarget } from '../../lib/environment.ts'
import { devFileIn } from '../../lib/local/dev/dev-file.ts'
import manifest from '../../package.json' with { type: 'json' }

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The flags of node in `npm run operator`. */
const FLAGS = manifest.scripts.operator.split(' ').slice(1, -1)
const PROGRAM = join(ROOT, manifest.scripts.operator.split(' ').at(-1) ?? '')

/**
 * Loaded before the program: says on its stderr how much memory it has had at most, in KB. In Linux `maxRSS` is not less than
 * what the process had that started it, because it outlives execve: https://man7.org/linux/man-pages/man2/getrusage.2.html
 */
const MEMORY = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs'
  const highWater = () => /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]
  process.on('exit', () => {
    const memory = process.platform === 'linux' ? highWater() : process.resourceUsage().maxRSS
    console.error('most memory ' + memory)
  })`)}`

/** The outcome of a command of the operator. */
export interface Ended {
  /** Null if it was killed. */
  code: number | null
  stdout: string
  stderr: string
  seconds: number
  /** The most memory that it had, in MB; 0 if it was killed. */
  memory: number
}

/** Makes `folder` one in which the operator works on this table. */
export async function workOn(folder: string, table: TableTarget): Promise<void> {
  await mkdir(join(folder, '.storefront'), { recursive: true })
  await writeFile(devFileIn(join(folder, '.storefront')), JSON.stringify({ table }))
}

/** Runs the real program to its end, or until it is killed after `killAfterMs`. */
export async function runOperator(
  folder: string,
  argv: readonly string[],
  killAfterMs?: number,
): Promise<Ended> {
  const began = performance.now()
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [...FLAGS, '--import', MEMORY, PROGRAM, ...argv], {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, HOME: folder, TMPDIR: folder, AWS_EC2_METADATA_DISABLED: 'true' },
  })
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) =>
    Array.fromAsync(stream.setEncoding('utf8')),
  )
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  const errors = ((await stderr) ?? []).join('')
  return {
    code,
    stdout: ((await stdout) ?? []).join(''),
    stderr: errors,
    seconds: (performance.now() - began) / 1000,
    memory: Math.round(Number(/most memory (\d+)/.exec(errors)?.[1] ?? 0) / 1024),
  }
}
