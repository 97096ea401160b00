import fc from 'fast-check'
import type { OpenApi } from '../../../../lib/docs/description/openapi.ts'
import { type ApiAnswer, exchange } from './exchange.ts'
import { anyRequest } from './generate.ts'
import type { requestJudge } from './judge.ts'
import type { Known } from './known.ts'
import { type ApiRequest, curlOf } from './request.ts'

/** The sources of requests, and the address to which they are sent. */
export interface Trial {
  baseUrl: string
  description: OpenApi
  known: Known
  judge: ReturnType<typeof requestJudge>
  /** Is told of every answer. */
  note?: (request: ApiRequest, answer: ApiAnswer) => void
}

/** A request that is answered wrongly is made smaller for at most this long. */
const SHRINKING_MS = 60_000

const MOST_SHOWN = 4_000

/**
 * Sends as many requests as asked for, which the seed chooses, one after the other. Says what is wrong with the first
 * one that is answered otherwise than described, made as small as it can be; nothing if there is none.
 */
export async function tryRequests(
  { baseUrl, description, known, judge, note }: Trial,
  { count, seed, limitMs = Number.POSITIVE_INFINITY }: { count: number; seed: number; limitMs?: number },
): Promise<string | undefined> {
  let until = performance.now() + limitMs
  const property = fc.asyncProperty(anyRequest(description, known), async (request) => {
    // After the time for shrinking, requests of a failed run succeed without being sent: the finding stays.
    if (performance.now() > until) return
    const answer = await exchange(baseUrl, request)
    note?.(request, answer)
    const faults = judge(request, answer)
    if (faults.length === 0) return
    until = Math.min(until, performance.now() + SHRINKING_MS)
    throw new Error(told(baseUrl, request, answer, faults))
  })
  const { failed, errorInstance, counterexamplePath } = await fc.check(property, { numRuns: count, seed })
  if (!failed) return undefined
  return `seed ${seed}, path ${counterexamplePath}\n${errorInstance instanceof Error ? errorInstance.message : errorInstance}`
}

function told(baseUrl: string, request: ApiRequest, answer: ApiAnswer, faults: readonly string[]): string {
  const { mutations, operationId } = request
  const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`)
  return [
    `${operationId}, ${mutations.length === 0 ? 'as described' : `broken: ${mutations.join('; ')}`}`,
    curlOf(request, baseUrl),
    answer.status,
    ...headers,
    answer.body.slice(0, MOST_SHOWN),
    ...faults.map((fault) => `WRONG: ${fault}`),
  ].join('\n')
}
