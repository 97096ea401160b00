/** As much of https://github.com/mcollina/autocannon as the load test uses; it comes without types. */
declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    headers: Record<string, string>
  }
  interface Result {
    /** Connections that failed and requests that timed out. */
    errors: number
    non2xx: number
    requests: { average: number; total: number }
    /** Milliseconds. */
    latency: { p50: number; p99: number; max: number }
  }
  export default function autocannon(options: Options): PromiseLike<Result>
}
