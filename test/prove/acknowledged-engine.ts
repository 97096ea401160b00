/** The engine of the table when it is not well: it stands still, or works for a moment and stands still again. */
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type DynamoProxy, dynamoProxy } from '../support/dynamo-proxy.ts'
import { NotPossible, type Run } from './run.ts'

/** The process of an engine that this process has started. */
export function engineProcess(command: string): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  const processes = rows.map((row) => {
    const [pid = '', parent = '', program = ''] = row.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), program }
  })
  const own = processes.filter(({ parent }) => parent === process.pid).map(({ pid }) => pid)
  const engine = processes.find(
    ({ parent, program }) => own.includes(parent) && basename(program) === basename(command),
  )
  if (!engine) throw new NotPossible(`there is no process of ${command}`)
  return engine.pid
}

const LONGEST_FREEZE_MS = 20_000

/** Disturbs an engine until it is over, and leaves it well. */
export async function disturb(pid: number, run: Run, isOver: () => boolean): Promise<void> {
  try {
    while (!isOver()) await run.oneOf([freeze, freeze, freeze, slow, slow, leaveAlone])(pid, run)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** Short freezes are as likely as long ones. */
async function freeze(pid: number, run: Run): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await wait(100 * (LONGEST_FREEZE_MS / 100) ** (run.below(1_000) / 1_000))
  process.kill(pid, 'SIGCONT')
  run.count('freezes')
  await wait(run.below(2_000))
}

/** For some seconds it works at most a sixth of the time. */
async function slow(pid: number, run: Run): Promise<void> {
  const standsMs = 20 + run.below(300)
  const worksMs = 1 + run.below(standsMs / 6)
  for (const end = Date.now() + 2_000 + run.below(12_000); Date.now() < end; ) {
    process.kill(pid, 'SIGSTOP')
    await wait(standsMs)
    process.kill(pid, 'SIGCONT')
    await wait(worksMs)
  }
  run.count('slow times')
}

const leaveAlone = (_pid: number, run: Run) => wait(run.below(2_000))

/** A way to the table on which calls and replies are late while it is bad, and one in fifty of each is lost. */
export async function openWay(endpoint: string, run: Run): Promise<DynamoProxy & { isBad: boolean }> {
  const way = { isBad: false }
  const hinder = async (reset: () => void): Promise<boolean> => {
    if (!way.isBad) return false
    await wait(latenessMs(run))
    const isLost = run.below(50) === 0
    if (isLost) reset()
    return isLost
  }
  const proxy = await dynamoProxy({
    endpoint,
    async onCall({ send, response }) {
      const reset = () => response.req.socket.resetAndDestroy()
      if (await hinder(reset)) return undefined
      const reply = await send()
      return (await hinder(reset)) ? undefined : reply
    },
  })
  return Object.assign(way, proxy)
}

/** Mostly next to nothing, sometimes longer than a try lasts. */
const latenessMs = (run: Run) => (run.below(10) === 0 ? run.below(5_000) : run.below(20))
