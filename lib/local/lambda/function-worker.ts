/**
 * The inside of one function instance: loads the bundle once, then answers one invocation after the other, as
 * Lambda's Node.js runtime does.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
 *
 * Runs in a worker thread with a `process.env` of its own.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { patchConsole } from './function-console.ts'

/** The parameters of a new instance. */
export interface WorkerStart {
  codeDir: string
  handler: string
}

/** One invocation: the event as JSON, and what the context object is made of. */
export interface Invocation {
  event: string
  context: InvocationContext
  deadline: number
}
interface InvocationContext {
  awsRequestId: string
  functionName: string
  functionVersion: string
  invokedFunctionArn: string
  logGroupName: string
  logStreamName: string
  memoryLimitInMB: string
  callbackWaitsForEmptyEventLoop: boolean
}

/** Why an invocation failed, in Lambda's words. */
export interface FunctionError {
  errorType: string
  errorMessage: string
  stack?: string
}

export type WorkerMessage =
  | { kind: 'line'; line: string }
  | { kind: 'ready' }
  | { kind: 'payload'; payload: string }
  | { kind: 'error'; error: FunctionError }

type Handler = (event: unknown, context: object) => unknown

const port = parentPort
if (port === null) throw new Error('function-worker.ts runs in a worker thread only')
const send = (message: WorkerMessage) => port.postMessage(message)

// Lines travel on the same channel as answers, so a line written before an answer arrives before it.
for (const stream of [process.stdout, process.stderr]) {
  let rest = ''
  stream.write = (chunk: string | Uint8Array, ...others: unknown[]) => {
    const lines = (rest + (typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) send({ kind: 'line', line })
    const written = others.find((other) => typeof other === 'function')
    written?.()
    return true
  }
}

function loadHandler({ codeDir, handler }: WorkerStart): Handler {
  const dot = handler.lastIndexOf('.')
  const file = ['.js', '.cjs'].map((ending) => join(codeDir, handler.slice(0, dot) + ending)).find(existsSync)
  if (file === undefined) throw new Error(`Cannot find module '${handler.slice(0, dot)}' in ${codeDir}`)
  const loaded = createRequire(file)(file)[handler.slice(dot + 1)]
  if (typeof loaded !== 'function') throw new Error(`${handler} is undefined or not exported`)
  return loaded
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) }
  const { name, message, stack } = error
  return { errorType: name, errorMessage: message, ...(stack !== undefined && { stack }) }
}

async function answer(handle: Handler, { event, context, deadline }: Invocation): Promise<void> {
  requestId = context.awsRequestId
  try {
    const getRemainingTimeInMillis = () => Math.max(0, deadline - Date.now())
    const result = await handle(JSON.parse(event), { ...context, getRemainingTimeInMillis })
    send({ kind: 'payload', payload: JSON.stringify(result) ?? 'null' })
  } catch (error) {
    send({ kind: 'error', error: describe(error) })
  }
}

let requestId: string | undefined
patchConsole(process.env, () => requestId)
const handle = loadHandler(workerData)
port.on('message', (invocation: Invocation) => void answer(handle, invocation))
send({ kind: 'ready' })
