/** The metrics that alarms watch. */
import { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Api } from '../api.ts'

export const FIVE_MINUTES = Duration.minutes(5)
export const TEN_MINUTES = Duration.minutes(10)
export const MAXIMUM = { statistic: 'Maximum', period: FIVE_MINUTES }

/** A metric of the gateway's own. */
export const metricOf = (api: Api, metricName: string, statistic: string): IMetric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiId: api.apiId },
    statistic,
    period: FIVE_MINUTES,
  })

/** The 99th percentile of how long requests take, in milliseconds; 0 while there are so few that the slowest would be it. */
export const latencyOf = (api: Api): IMetric =>
  new MathExpression({
    expression: `IF(requests >= ${FEWEST_REQUESTS}, latency, 0)`,
    usingMetrics: {
      requests: metricOf(api, 'Count', 'Sum'),
      latency: metricOf(api, 'Latency', 'p99'),
    },
    period: FIVE_MINUTES,
  })

/** The invocations of a function that did not fail. There is no value where it is not invoked: Lambda counts both for each invocation. */
export const successesOf = (of: IFunction, period: Duration): IMetric =>
  new MathExpression({
    expression: 'invocations - errors',
    usingMetrics: { invocations: of.metricInvocations(), errors: of.metricErrors() },
    period,
  })

/** Of this many requests at least two are slow where the 99th percentile is. */
const FEWEST_REQUESTS = 200

interface Counted {
  name: string
  metricName: string
  groups: ILogGroup[]
  pattern: string
}

/** Lines of a pattern in five minutes. No dimension: a metric of its own for each business would cost by their number. */
export function countLines(scope: Construct, { name, metricName, groups, pattern }: Counted): IMetric {
  const metricNamespace = `Storefront/${name}`
  for (const [n, logGroup] of groups.entries())
    new MetricFilter(scope, `${metricName}Filter${n || ''}`, {
      logGroup,
      metricNamespace,
      metricName,
      metricValue: '1',
      filterPattern: FilterPattern.literal(pattern),
    })
  return new Metric({ namespace: metricNamespace, metricName, statistic: 'Sum', period: FIVE_MINUTES })
}
