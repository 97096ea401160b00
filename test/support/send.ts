import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { inject } from 'vitest'
import { keep } from '../afterwards/records.ts'

/** An answer as it came over the wire: nothing decompressed, nothing followed. */
export interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A problem as clients read it. */
export interface ProblemBody {
  code: string
  status: number
  request_id: string
  errors?: { parameter: string; code: string; detail: string }[]
  [member: string]: unknown
}

/** The headers of a request; a list of values is sent as that many lines, which `fetch` would join. */
export type Lines = Record<string, string | string[]>

/**
 * Idle connections are closed long before the stack does it (75 s): a test that keeps this process busy at that moment
 * would send its next request into a closed one.
 */
export const agent = new Agent({ keepAlive: true, maxSockets: 8, timeout: 10_000 })

/** Sends a request as it stands: `path`, relative to the base URL, is neither normalized nor encoded. */
export function send(path: string, headers: Lines = {}, method = 'GET'): Promise<Received> {
  const { port, pathname } = new URL(inject('baseUrl'))
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const options = { host: '127.0.0.1', port, agent, method, path: pathname + path, headers }
  const sent = request(options, async (response) => {
    try {
      const body = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>))
      const { statusCode: status = 0, headers } = response
      if (headers['content-type'] === 'application/problem+json') keep('problems', body.toString())
      resolve({ status, headers, body })
    } catch (error) {
      reject(error)
    }
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

/** The problem in an answer. Throws if it is none. */
export function problemIn({ headers, body }: Pick<Received, 'headers' | 'body'>): ProblemBody {
  if (headers['content-type'] !== 'application/problem+json') throw new Error(`no problem: ${body}`)
  return JSON.parse(body.toString()) as ProblemBody
}

/** `200`, or status and code of the problem: `404 business_not_found`. */
export const outcomeOf = (answer: Received) =>
  answer.status === 200 ? '200' : `${answer.status} ${problemIn(answer).code}`

/** The parts of a response that stay the same when it is sent again: without its request ids and the time of day. */
export function lasting({ status, headers, body }: Received) {
  const { date: _date, 'x-request-id': id, 'apigw-requestid': _gatewayId, ...others } = headers
  return { status, headers: others, body: body.toString('latin1').replaceAll(String(id), '<request id>') }
}
