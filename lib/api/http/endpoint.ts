import type { Context } from 'aws-lambda'
import { isAdminPath } from '../access/route-access.ts'
import type { Answer } from './answer/answer.ts'
import { type ApiEvent, fail, finish, type Invocation, TIME_TO_ANSWER_MS, tooLate } from './answer/outcome.ts'

/**
 * Makes a Lambda function that always returns a response of this API: any error becomes a problem with
 * a request id, every response is logged, and any page can read those of public paths unless `hasPages` is false. The functions
 * under `/admin` have middy inside of it (`admin-endpoint.ts`); the public ones load nothing they can do without.
 */
export const endpoint =
  (respond: (event: ApiEvent, invocation: Invocation) => Promise<Answer>, { hasPages = true } = {}) =>
  async (event: ApiEvent, context: Context): Promise<Answer> => {
    const isForPages = hasPages && !isAdminPath(event.rawPath)
    const invocation = { event, context, headers: {}, beganMs: performance.now(), isForPages }
    try {
      return finish(invocation, await inTime(context, () => respond(event, invocation)))
    } catch (error) {
      return fail(invocation, error)
    }
  }

/** The result of `work`. Throws `tooLate()` if the time of the invocation ends first. */
async function inTime<T>(context: Context, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(tooLate()),
      Math.max(0, context.getRemainingTimeInMillis() - TIME_TO_ANSWER_MS),
    )
  })
  try {
    return await Promise.race([work(), end])
  } finally {
    clearTimeout(timer)
  }
}
