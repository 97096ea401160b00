import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Resolve } from './intrinsics.ts'
import type { Json } from './json.ts'
import type { Resource } from './template.ts'

/** The requests that a route takes: a number per second, and a burst. */
export interface Throttle {
  requestsPerSecond: number
  burst: number
}

/** Above 0: with 0 the service returns 429 to everything (https://github.com/pulumi/pulumi-aws/issues/2363). */
const LIMITS = ['ThrottlingRateLimit', 'ThrottlingBurstLimit']

/** Metrics change nothing about a request. The other members are for WebSocket APIs. */
const MEMBERS = [...LIMITS, 'DetailedMetricsEnabled']

/**
 * Reads a stage's throttles: the result is that of a route, by its key. A route has its own settings, else the
 * stage's default ones; without any it has only those of the account, which are not imitated.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-apigatewayv2-stage-routesettings.html
 *
 * Throws for a member that is unknown or spelled otherwise, for one limit without the other, because AWS does not
 * document which value the other then has, and for settings of a route that does not exist: the service refuses those
 * (https://github.com/terraform-aws-modules/terraform-aws-apigateway-v2/pull/80).
 */
export function readThrottles(
  stage: Resource,
  resolve: Resolve,
  routeKeys: string[],
): (routeKey: string) => Throttle | undefined {
  const general = resolve(stage.properties.DefaultRouteSettings)
  const defaultThrottle =
    general === null ? undefined : readThrottle(`${stage.logicalId}.DefaultRouteSettings`, general)
  const settings = resolve(stage.properties.RouteSettings ?? {})
  if (!isJsonObject(settings)) throw new Error(`${stage.logicalId}.RouteSettings must be an object`)
  const own = new Map(
    Object.entries(settings).map(([routeKey, json]) => {
      const place = `${stage.logicalId}.RouteSettings["${routeKey}"]`
      if (!routeKeys.includes(routeKey)) throw new Error(`${place} names no route of the template`)
      return [routeKey, readThrottle(place, json)]
    }),
  )
  return (routeKey) => own.get(routeKey) ?? defaultThrottle
}

function readThrottle(place: string, json: Json): Throttle {
  if (!isJsonObject(json)) throw new Error(`${place} must be an object`)
  const unknown = Object.keys(json).find((name) => !MEMBERS.includes(name))
  if (unknown) throw new Error(`${place} sets ${unknown}, which lib/local does not imitate`)
  const [requestsPerSecond = 0, burst = 0] = LIMITS.map((name) => {
    const limit = json[name]
    if (typeof limit === 'number' && limit > 0) return limit
    throw new Error(`${place} must set ${name} to a number above 0, not to ${JSON.stringify(limit)}`)
  })
  return { requestsPerSecond, burst }
}
