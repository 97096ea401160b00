/**
 * Settings under which the gateway throttles nothing that a machine like this can send, for runs that send much:
 * tests and measurements. `synthesize` takes them.
 */
export const UNTHROTTLED = {
  requestsPerSecond: 10_000,
  requestBurst: 10_000,
  adminRequestsPerSecond: 10_000,
  adminRequestBurst: 10_000,
}
