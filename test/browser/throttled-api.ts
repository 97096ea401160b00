import { onTestFinished } from 'vitest'
import { BASE_PATH } from '../../lib/api/route.ts'
import { listen } from '../../lib/local/gateway/gateway.ts'
import { readSuiteApi, throttle } from '../local/gateway/suite-api.ts'
import { root } from './tab.ts'

/** A gateway of its own, on another origin, before the functions of the suite's stack. */
export interface ThrottledApi {
  baseUrl: string
  /** Moves the gateway's time, which otherwise stands still. */
  passMs(ms: number): void
}

/** Lets one request per second of a route pass, without a larger burst, until the test is over. */
export async function throttledApi(routeKey: string): Promise<ThrottledApi> {
  const api = await readSuiteApi({ RouteSettings: { [routeKey]: throttle(1, 1) } })
  let nowMs = 0
  const gateway = await listen(
    0,
    async ({ logicalId }, event) => {
      const answer = logicalId.startsWith('Authorizer')
        ? { isAuthorized: true }
        : await answerOf(JSON.parse(event))
      return { payload: JSON.stringify(answer) }
    },
    async () => undefined,
  )
  onTestFinished(() => gateway.close())
  gateway.open(api, () => nowMs)
  return {
    baseUrl: `http://127.0.0.1:${gateway.port}${BASE_PATH}`,
    passMs(ms) {
      nowMs += ms
    },
  }
}

/** The response of the suite's stack to the request of an event. */
async function answerOf({ rawPath, rawQueryString }: { rawPath: string; rawQueryString: string }) {
  const response = await fetch(new URL(`${rawPath}?${rawQueryString}`, root))
  const headers = Object.fromEntries(response.headers)
  // The body comes decoded.
  delete headers['content-encoding']
  return { statusCode: response.status, headers, body: await response.text() }
}
