import { keyHolderOf } from '../caller.ts'
import type { AdminMiddleware } from './admin-call.ts'

/** Who calls, as the authorizer says. Throws the problem of a denial. */
export const identify = (): AdminMiddleware => ({
  before: ({ event }) => {
    event.call.caller = keyHolderOf(event.requestContext.authorizer?.lambda)
  },
})
