/** Part of the bundle: it has the real clock, and outlives the files of tests. */
import { appendFileSync } from 'node:fs'
import { type IncomingMessage, request, type Server } from 'node:http'
import { join } from 'node:path'
import type { GatewayAnswer } from '../../../lib/local/gateway/answer.ts'
import { createGateway } from '../../../lib/local/gateway/gateway.ts'
import { createFunctionPool } from '../../../lib/local/lambda/function-pool.ts'
import type { ApiDefinition } from '../../../lib/local/template/api-definition.ts'
import type { RecordName } from '../../afterwards/records.ts'
import { watchAnswers } from '../watch-answers.ts'
import { type FetchByCall, fetchByCall } from './fetch-by-call.ts'
import { INSTANCES, type LoadFunction, withoutThread } from './instance.ts'

/** The parts of a worker's own API. */
export interface WorkerApi {
  /** Its functions know the services of the stack in the main process. */
  api: ApiDefinition
  /** Of that stack, which has the pages and the pictures: `http://localhost:<port>`. */
  origin: string
  /** The port of the worker. */
  port: number
  recordsDir: string
  load: LoadFunction
}

/** The API, for whoever has its connections and its calls. */
export function openGateway({ api, origin, port, recordsDir, load }: WorkerApi): {
  server: Server
  fetch: FetchByCall
} {
  const record = (name: RecordName, line: string) => appendFileSync(join(recordsDir, name), `${line}\n`)
  const pool = createFunctionPool(
    withoutThread(load),
    ({ functionName, line }) => record('log', `${functionName} ${line}`),
    INSTANCES,
  )
  const answerPage = async (message: IncomingMessage) =>
    isOfApi(message) ? undefined : answerFrom(origin, message)
  const gateway = createGateway(pool.invoke, answerPage, watchAnswers(record))
  gateway.open(api, port)
  return { server: gateway.server, fetch: fetchByCall(`http://localhost:${port}`, gateway.answer) }
}

const isOfApi = ({ method, url = '' }: IncomingMessage) =>
  /^\/api(\/|$)/.test(url) || (method !== 'GET' && method !== 'HEAD')

/** The answer of the stack. */
async function answerFrom(
  origin: string,
  { method, url = '', rawHeaders }: IncomingMessage,
): Promise<GatewayAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(origin, { path: url, method, headers: rawHeaders }, resolve).on('error', reject).end()
  const answer = await promise
  return {
    status: answer.statusCode ?? 500,
    headers: headersOf(answer),
    body: Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)),
  }
}

/** Headers of the connection, which the gateway writes for its own. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'])

const headersOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.flatMap((name, at): [string, string][] =>
    at % 2 === 0 && !OF_CONNECTION.has(name.toLowerCase()) ? [[name, rawHeaders[at + 1] ?? '']] : [],
  )
