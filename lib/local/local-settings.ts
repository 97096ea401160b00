/**
 * Settings that every stage has on this machine. `synthesize` takes them. Instances that are kept ready are nothing here. Pictures
 * can always be tried, and the edge, through which they are read in AWS, is the stack's own port. An operator commits
 * `readOnly` in an emergency, and the table that was restored after it: the local stack, and the tests before each deployment, continue
 * with a table of their own.
 */
export const LOCAL = {
  provisionedConcurrency: {},
  edge: {},
  media: true,
  readOnly: false,
  tableArn: null,
  tableStreamArn: null,
}

/** The same, and the gateway throttles nothing that such a machine can send: for tests and measurements. */
export const UNTHROTTLED = {
  ...LOCAL,
  requestsPerSecond: 10_000,
  requestBurst: 10_000,
  adminRequestsPerSecond: 10_000,
  adminRequestBurst: 10_000,
  searchRequestsPerSecond: 10_000,
  searchRequestBurst: 10_000,
  feedRequestsPerSecond: 10_000,
  feedRequestBurst: 10_000,
  importProductsPerSecond: 10_000,
}
