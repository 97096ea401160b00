import type { Route } from '../template/api-definition.ts'

/** Milliseconds that only grow, from any beginning. */
export type Clock = () => number

const SECOND = 1_000_000

/**
 * Counts requests by the throttles of their routes: the result takes a token out of a route's bucket, false if it
 * holds none. Each route has a bucket of its own for all clients together.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 *
 * The service calls its throttles targets: it can let more through. Here they are exact. A bucket is one number, the
 * time at which it is full again, in whole microseconds (the generic cell rate algorithm).
 */
export function createThrottling(nowMs: Clock): (route: Route) => boolean {
  const fullAt = new Map<Route, number>()
  return (route) => {
    if (!route.throttle) return true
    const { requestsPerSecond, burst } = route.throttle
    const now = Math.floor(nowMs() * 1000)
    const step = Math.ceil(SECOND / requestsPerSecond)
    const full = Math.max(now, fullAt.get(route) ?? 0) + step
    if (full - now > burst * step) return false
    fullAt.set(route, full)
    return true
  }
}
