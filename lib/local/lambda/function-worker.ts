/**
 * The inside of one function instance: loads the bundle once, then carries out one invocation after the other, as
 * Lambda's Node.js runtime does.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
 *
 * Runs in a worker thread with a `process.env` of its own.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type Handler, startRuntime, writeLines } from './function-runtime.ts'
import type { Invocation, InvocationOutcome } from './invocation.ts'

/** The parameters of a new instance. */
export interface WorkerStart {
  codeDir: string
  handler: string
}

export type WorkerMessage =
  | { kind: 'line'; line: string }
  | { kind: 'ready' }
  | { kind: 'outcome'; outcome: InvocationOutcome }

const port = parentPort
if (port === null) throw new Error('function-worker.ts runs in a worker thread only')
const send = (message: WorkerMessage) => port.postMessage(message)

// Lines travel on the same channel as responses, so a line written before a response arrives before it.
for (const stream of [process.stdout, process.stderr])
  stream.write = writeLines((line) => send({ kind: 'line', line }))

function loadHandler({ codeDir, handler }: WorkerStart): Handler {
  const dot = handler.lastIndexOf('.')
  const file = ['.js', '.cjs'].map((ending) => join(codeDir, handler.slice(0, dot) + ending)).find(existsSync)
  if (file === undefined) throw new Error(`Cannot find module '${handler.slice(0, dot)}' in ${codeDir}`)
  const loaded = createRequire(file)(file)[handler.slice(dot + 1)]
  if (typeof loaded !== 'function') throw new Error(`${handler} is undefined or not exported`)
  return loaded
}

const answer = startRuntime(() => loadHandler(workerData))
port.on('message', async (invocation: Invocation) =>
  send({ kind: 'outcome', outcome: await answer(invocation) }),
)
send({ kind: 'ready' })
