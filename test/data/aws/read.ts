import type { JsonCall } from '../../../lib/data/aws/connections.ts'

/** A read, signed by nobody: what is asked for does not matter to a server that only pretends. */
export const aRead = (timeoutMs: number, body = '{}'): JsonCall => ({
  headers: {},
  body,
  timeoutMs,
  isRead: true,
})
