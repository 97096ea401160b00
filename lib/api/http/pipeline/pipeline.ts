import middy, { type MiddyfiedHandler, type Request } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Answer } from '../answer/answer.ts'
import type { ApiEvent } from '../answer/outcome.ts'

/** A call before its first step: the headers of its response, whatever its status. */
interface NewCall {
  headers: Record<string, string>
}

/** An event on its way through the pipeline, with the parts of the call that the steps so far have added. */
export interface AdminEvent<Call extends object = object> extends ApiEvent {
  call: NewCall & Call
}

export type StepRequest<Call extends object> = Request<AdminEvent<Call>, Answer>

/**
 * A middleware that needs parts of the call, which steps before it add, and adds others. It throws the problem of a call
 * that ends here, or sets `earlyResponse`.
 */
export interface Step<Needs extends object, Adds extends object> {
  /** Returns the parts that it adds. */
  before: (request: StepRequest<Needs>) => Adds | Promise<Adds>
  after?: (request: StepRequest<Needs & Adds>) => Promise<void> | undefined
  /** Any step can have failed: each part of the call can be missing. */
  onError?: (
    request: StepRequest<Partial<Needs & Adds>>,
  ) => Promise<Answer | undefined> | Promise<void> | undefined
}

/** Steps in their order, which have added `Call`: only a step that needs no more than that can be the next. */
export interface Pipeline<Call extends object> {
  use: <Adds extends object>(step: Step<Call, Adds>) => Pipeline<Call & Adds>
  handler: (respond: Respond<Call>) => Respond<object>
}

type Respond<Call extends object> = (event: AdminEvent<Call>, context: Context) => Promise<Answer>

/** A pipeline of no steps yet. */
export const pipeline = (): Pipeline<object> => pipelineOn(middy())

/** The types grow with each step, and the value stays the same: middy changes itself. */
function pipelineOn<Call extends object>(chain: MiddyfiedHandler<AdminEvent, Answer>): Pipeline<Call> {
  return {
    use: (step) => {
      chain.use(middlewareOf(step))
      return pipelineOn(chain)
    },
    handler: (respond) => chain.handler(respond as Respond<object>),
  }
}

const middlewareOf = <Call extends object, Adds extends object>({ before, ...later }: Step<Call, Adds>) => ({
  ...later,
  before: async (request: StepRequest<Call>): Promise<void> => {
    Object.assign(request.event.call, await before(request))
  },
})
