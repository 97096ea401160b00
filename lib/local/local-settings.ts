/** Settings that every stage has on this machine: what they do in AWS is nothing here. `synthesize` takes them. */
export const LOCAL = { provisionedConcurrency: {} }

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
