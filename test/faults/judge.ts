import { isDeepStrictEqual } from 'node:util'
import { type OperationReply, type Reply, resultsOf } from './caller.ts'
import type { Call } from './fault-proxy.ts'
import type { Mark } from './scenarios.ts'
import type { Attempt, Bench } from './trial.ts'

/** The function answers this long before it is stopped at the latest; anything later is its emergency answer. */
const LATEST_ANSWER_MS = 27_500

/**
 * Which state a call left: that before it, but for the mark of what is to go; that after it; or for a bulk call a mixture
 * of whole operations.
 */
export function leftBehind({ scenario, before, after }: Bench, { state }: Attempt): 'old' | 'new' | 'mixed' {
  const { mark } = scenario
  const unmarked = mark ? withoutMark(state, mark) : state
  if (isDeepStrictEqual(unmarked, before)) return 'old'
  return isDeepStrictEqual(state, after) ? 'new' : 'mixed'
}

/** A state without a mark, if it is there as a whole: its members and its event. */
function withoutMark(state: readonly string[], { members, event }: Mark): readonly string[] {
  const isWhole = [...members, event].every((part) => state.some((line) => line.includes(part)))
  if (!isWhole) return state
  return state
    .filter((line) => !line.includes(event))
    .map((line) => members.reduce((text, member) => text.replace(`${member},`, ''), line))
}

/** The faults in the response and in the state after a request that met faults of the table. */
export function faultsOf(bench: Bench, attempt: Attempt): string[] {
  const { reply } = attempt
  return [
    ...(isSuccess(reply) || isUnavailable(reply) || isRefused(attempt)
      ? []
      : [`answers ${reply.status} ${reply.text}`]),
    ...(reply.tookMs < LATEST_ANSWER_MS ? [] : [`answers after ${reply.tookMs} ms`]),
    ...attempt.contradictions,
    ...faultsOfState(bench, attempt),
    ...faultsOfRepetitions(attempt.calls),
    ...faultsOfPace(attempt),
  ]
}

/** The one update outside a transaction is that of the key's rate limit, and it must stop no request. */
function faultsOfPace({ calls, reply }: Attempt): string[] {
  const isAllElseWell = calls.every(({ fault, operation }) => !fault || operation === 'UpdateItem')
  return isAllElseWell && !isSuccess(reply) ? ['is stopped by the update of the rate limit'] : []
}

const isSuccess = ({ status }: Reply) => status >= 200 && status < 300

/** Changes of stock that could not be written say so one by one. */
const isDone = (reply: Reply) => isSuccess(reply) && resultsOf(reply).every((status) => status < 500)

const wasRefused = ({ calls }: Attempt) => calls.some(({ fault }) => fault?.isFinal)

/** A call that the table refuses for its content is a mistake of this program, which a repetition does not mend. */
const isRefused = (attempt: Attempt) =>
  wasRefused(attempt) && attempt.reply.status === 500 && attempt.reply.body.code === 'internal_error'

/** Not now: something is in the way, or an earlier try of the very same call. */
const isUnavailable = ({ status, headers, body }: Reply) =>
  Number(headers['retry-after']) > 0 &&
  ((status === 503 && body.code === 'temporarily_unavailable') ||
    (status === 409 && body.code === 'idempotency_in_progress'))

function faultsOfState(bench: Bench, attempt: Attempt): string[] {
  const operations = attempt.reply.body.data
  if (bench.scenario.route.endsWith('/bulk')) return faultsOfOperations(bench, attempt, operations ?? [])
  const left = leftBehind(bench, attempt)
  if (left === 'mixed') return [`leaves something between: ${difference(bench.after, attempt.state)}`]
  return isDone(attempt.reply) && left === 'old' ? ['says it is done and has done nothing'] : []
}

/** Of a bulk call each operation is done or not, and what it says of itself is so. */
function faultsOfOperations(
  { before, after }: Bench,
  attempt: Attempt,
  replies: readonly OperationReply[],
): string[] {
  const { state } = attempt
  const failed = wasRefused(attempt) ? [500, 503] : [503]
  const about = (lines: readonly string[], n: number) => lines.filter((line) => line.includes(`Op${n}`))
  const count = new Set(after.flatMap((line) => line.match(/Op\d/g) ?? [])).size
  return Array.from({ length: count }, (_, n) => n).flatMap((n) => {
    const isOld = isDeepStrictEqual(about(state, n), about(before, n))
    const isNew = isDeepStrictEqual(about(state, n), about(after, n))
    const reply = replies.find(({ index }) => index === n)
    if (!isOld && !isNew) return [`operation ${n} is half done: ${difference(after, state)}`]
    if (reply && reply.status >= 300 && !failed.includes(reply.status))
      return [`operation ${n} says ${JSON.stringify(reply)}`]
    return reply && reply.status < 300 && !isNew ? [`operation ${n} says it is done`] : []
  })
}

/**
 * A transaction is repeated byte for byte, its client token included, unless it lost to another one: then it is a
 * new one of the same content.
 */
function faultsOfRepetitions(calls: readonly Call[]): string[] {
  const read = ({ body }: Call) => JSON.parse(body) as { ClientRequestToken: string; TransactItems: object[] }
  return calls.flatMap((call, n) => {
    const next = calls[n + 1]
    if (call.operation !== 'TransactWriteItems' || !call.fault || !next) return []
    if (next.operation !== 'TransactWriteItems') return []
    const [one, two] = [read(call), read(next)]
    if (!isDeepStrictEqual(one.TransactItems, two.TransactItems)) return []
    if (call.fault.isConflict)
      return one.ClientRequestToken === two.ClientRequestToken ? ['keeps its token after a conflict'] : []
    return call.body === next.body ? [] : ['repeats an uncertain call otherwise than it was']
  })
}

/** The faults of the same request sent again, without faults of the table. */
export function faultsOfRetry(bench: Bench, first: Attempt, retry: Attempt): string[] {
  const left = leftBehind(bench, retry)
  return [
    ...(isRightAnswer(bench, first, retry) ? [] : [`again: ${retry.reply.status} ${retry.reply.text}`]),
    ...(left === 'new' ? [] : [`again: is ${left}: ${difference(bench.after, retry.state)}`]),
    ...retry.contradictions.map((contradiction) => `again: ${contradiction}`),
  ]
}

/** Under an Idempotency-Key the first answer, word for word; without one what HTTP says of a repetition. */
function isRightAnswer(bench: Bench, first: Attempt, { reply }: Attempt): boolean {
  const { route } = bench.scenario
  const wasDone = leftBehind(bench, first) === 'new'
  // A revoked key and a released hold still exist.
  const isGone = wasDone && !['/api-keys/{id}', '/holds/{reference}'].some((end) => route.endsWith(end))
  if (route.startsWith('DELETE')) return reply.status === (isGone ? 404 : 204)
  if (!route.startsWith('POST')) return reply.status === 200 || (reply.status === 201 && !wasDone)
  if (reply.status !== bench.status) return false
  // By nature it runs once, so no answer of it is kept.
  if (route.endsWith('/cancel')) return true
  const isReplay = reply.headers['idempotency-replayed'] === 'true'
  if (reply.body.data) return isReplay === wasDone && isDeepStrictEqual(resultsOf(reply), bench.results)
  return isReplay === wasDone && (!isSuccess(first.reply) || isSameButForToken(first.reply, reply))
}

/** A new token or secret is told once: whoever asks again gets null in its place. */
const isSameButForToken = (first: Reply, again: Reply) =>
  !/"(token|secret)":"/.test(again.text) &&
  first.text.replace(/"(token|secret)":"[^"]+"/, '"$1":null') === again.text

const difference = (due: readonly string[], found: readonly string[]) =>
  [
    ...due.filter((line) => !found.includes(line)).map((line) => `- ${line}`),
    ...found.filter((line) => !due.includes(line)).map((line) => `+ ${line}`),
  ].join('\n')
