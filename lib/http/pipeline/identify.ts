import { type KeyHolder, keyHolderOf } from '../caller.ts'
import type { Step } from './pipeline.ts'

/** Reads the business and the API key from the authorizer's verdict. Throws the problem of a denial. */
export const identify = (): Step<object, { caller: KeyHolder }> => ({
  before: ({ event }) => ({ caller: keyHolderOf(event.requestContext.authorizer?.lambda) }),
})
