import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** Something that runs and can be killed: an invocation of a function. */
interface Task {
  name: string
  /** Ends the task from outside: whatever it waits for never comes. */
  kill: () => void
  isDead: boolean
}

const here = new AsyncLocalStorage<Task>()

/** Is asked before every step of a task, with what the step is; true kills the task instead. */
export type Killer = (step: string) => boolean

let killer: Killer = () => false
let stepped: (step: string, task: string) => Promise<void> = async () => {}
let busy = 0
/** Resolves when no step is under way. */
let idle = Promise.withResolvers<void>()

/**
 * Carries out one step: a call to the table, a send, a message to the queue. A killed task waits for ever instead, as a
 * process that is no more does: nothing behind the step is carried out.
 */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const task = here.getStore()
  if (!task) return work()
  await stepped(name, task.name)
  if (task.isDead || killer(name)) task.kill()
  if (task.isDead) return new Promise<never>(() => {})
  if (busy++ === 0) idle = Promise.withResolvers()
  try {
    return await work()
  } finally {
    if (--busy === 0) idle.resolve()
  }
}

/** Kills tasks from now on as `next` says. */
export const killWhen = (next: Killer) => {
  killer = next
}

/** Has every step wait for this first. */
export const beforeSteps = (wait: typeof stepped) => {
  stepped = wait
}

/** Runs a task to its end. Resolves with `killed` if that comes before. */
export async function runTask<T>(
  work: () => Promise<T>,
  lives: Promise<void>,
  name = '',
): Promise<T | 'killed'> {
  const end = Promise.withResolvers<'killed'>()
  const task: Task = {
    name,
    isDead: false,
    kill() {
      task.isDead = true
      end.resolve('killed')
    },
  }
  void lives.then(task.kill)
  return here.run(task, () => Promise.race([work(), end.promise]))
}

/** Resolves when nothing is going on but waiting for the simulated clock. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await nextTurn()
    quiet = busy > 0 ? 0 : quiet + 1
    // To look again and again would take the processor from the engine that is waited for.
    if (busy > 0) await idle.promise
  }
}

/** A call to the table that was carried out. */
export interface TableCall {
  /** Such as `PutCommand`. */
  name: string
  input: object
  output: object
}

/**
 * Makes every call to the table a step of the task that makes it. The call itself is the real one; `see` gets what tasks
 * have called.
 */
export function watchTable(see: (call: TableCall) => void = () => {}): () => void {
  const { prototype } = DynamoDBDocumentClient
  const { send } = prototype
  prototype.send = function (this: DynamoDBDocumentClient, command: { input: object }) {
    const { name } = command.constructor
    return step(name, async () => {
      // Without the signal that gives it up: while a task waits for its turn, real time passes.
      const output: object = await Reflect.apply(send, this, [command])
      if (here.getStore()) see({ name, input: command.input, output })
      return output
    })
  } as typeof send
  return () => {
    prototype.send = send
  }
}
