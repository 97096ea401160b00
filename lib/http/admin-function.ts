import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Answer } from './answer/answer.ts'
import { type ApiEvent, fail, finish, type Invocation, TIME_TO_ANSWER_MS, tooLate } from './answer/outcome.ts'

/** Makes a Lambda function of a route under `/admin`: as `endpoint` does, with middy between the steps. */
export function adminFunction(respond: (invocation: Invocation) => Promise<Answer>) {
  const invocations = new WeakMap<Context, Invocation>()
  const invocationOf = ({ event, context }: { event: ApiEvent; context: Context }): Invocation => {
    const invocation = invocations.get(context) ?? { event, context, headers: {} }
    invocations.set(context, invocation)
    return invocation
  }
  const timeoutEarlyResponse = () => {
    throw tooLate()
  }
  return middy<ApiEvent, Answer>({ timeoutEarlyInMillis: TIME_TO_ANSWER_MS, timeoutEarlyResponse })
    .use({
      after: (request) => void (request.response && finish(invocationOf(request), request.response)),
      onError: (request) => {
        request.response = fail(invocationOf(request), request.error)
      },
    })
    .handler((event, context) => respond(invocationOf({ event, context })))
}
