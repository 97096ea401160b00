/**
 * Settings under which the gateway throttles nothing that a machine like this can send, for runs that send much:
 * tests and measurements. `synthesize` takes them.
 */
export const UNTHROTTLED = { requestsPerSecond: 100_000, requestBurst: 100_000 }
