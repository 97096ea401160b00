import { TableUnavailable } from '../../lib/data/table/calls/table-fault.ts'
import { type Killer, killWhen, runTask, settled, watchTable } from '../delivery/simulation/tasks.ts'
import { inPercent } from './events-endpoints.ts'
import { makeMerchant } from './merchant.ts'
import type { Run } from './run.ts'
import { judge } from './variants-judge.ts'
import { anyWrite, makeScene, type Scene } from './variants-writes.ts'

const WRITERS = 8
const WRITES_PER_ROUND = 200
/**
 * So many of a hundred steps are the last ones of their write. A release after the commit is a transaction, too, and a write
 * can have dozens of them.
 */
const KILL_PERCENT: Readonly<Record<string, number>> = { TransactWriteCommand: 4 }
const OTHER_KILL_PERCENT = 1

/**
 * Has writers take and give up SKUs of a few products, each of which can be killed before each call to the table, by the
 * real code on the real table. Which of them wins depends on the machine, too.
 */
export async function proveVariants({ baseUrl }: { baseUrl: string }, run: Run): Promise<void> {
  const stop = watchTable()
  try {
    while (run.goesOn()) {
      const { business } = await makeMerchant(baseUrl, ['tea'])
      const scene = await makeScene(business, run)
      await race(scene)
      await judge(scene)
    }
  } finally {
    killWhen(() => false)
    stop()
  }
}

async function race(scene: Scene): Promise<void> {
  const { run } = scene
  const isKilled: Killer = (step) => inPercent(run, KILL_PERCENT[step] ?? OTHER_KILL_PERCENT)
  killWhen(isKilled)
  const never = new Promise<void>(() => {})
  let left = run.left(WRITES_PER_ROUND)
  const writer = async () => {
    for (; left-- > 0; run.advance()) {
      const outcome = await runTask(anyWrite(scene), never).catch((error: unknown) => {
        // On a busy machine writers wait for their turn until their time is over. Like a killed write it may be done in part.
        if (!(error instanceof TableUnavailable)) throw error
        return 'out of time' as const
      })
      run.count(outcome)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  // Calls that a killed write had already sent still arrive.
  await settled()
  killWhen(() => false)
}
