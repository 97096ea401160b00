import { keyHolderOf } from '../caller.ts'
import type { AdminMiddleware } from './admin-call.ts'

/** Reads the business and the API key from the authorizer's verdict. Throws the problem of a denial. */
export const identify = (): AdminMiddleware => ({
  before: ({ event }) => {
    event.call.caller = keyHolderOf(event.requestContext.authorizer?.lambda)
  },
})
