import { QueryDefinition, QueryString, type QueryStringProps } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Watched } from './alarms.ts'

/**
 * Lines of this API, of the Node.js runtime for uncaught errors (`{ level, requestId, message: { errorType, errorMessage,
 * stackTrace } }`), and of Lambda itself for a time-out, a crash and a start that failed (`{ type: "platform.report", record: {
 * requestId, status, errorType } }`): these have no level, and at WARN Lambda writes none for what goes well.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 * https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html
 * https://github.com/aws/aws-lambda-nodejs-runtime-interface-client
 */
const FAILED = 'level in ["error", "ERROR", "FATAL", "WARN"] or type like /^platform\\./ or status >= 500'

/** Questions of CloudWatch Logs Insights with which the steps for an alarm begin. */
const OF_FUNCTIONS: Record<string, QueryStringProps> = {
  'Last errors': {
    fields: [
      '@timestamp',
      '@logStream',
      'route',
      'status',
      'request_id',
      'business_id',
      'webhook_id',
      'import_id',
      'error',
      'cause',
      'message.errorType',
      'message.errorMessage',
      'type',
      'record.status',
      'record.errorType',
    ],
    filterStatements: [FAILED],
    sort: '@timestamp desc',
    limit: 100,
  },
  'Slow requests': {
    fields: ['@timestamp', 'route', 'status', 'duration_ms', 'request_id', 'business_id'],
    filterStatements: ['message = "request"'],
    sort: 'duration_ms desc',
    limit: 100,
  },
  'One request': {
    fields: ['@timestamp', '@logStream', '@message'],
    filterStatements: [
      'request_id = "<id>" or gateway_request_id = "<id>" or requestId = "<id>" or record.requestId = "<id>"',
    ],
    sort: '@timestamp asc',
  },
}

const OF_DELIVERIES: Record<string, QueryStringProps> = {
  'Failing webhooks': {
    filterStatements: ['message = "delivery"'],
    statsStatements: [
      'sum(sent) as requests, sum(succeeded) as successes, sum(failed) as failures, max(duration_ms) as longest by business_id, webhook_id',
    ],
    sort: 'failures desc',
    limit: 50,
  },
}

/**
 * The gateway writes every value as a text. The documentation compares a parsed text with a number, and has `if` and
 * `toNumber`, but no sum of a comparison: no query here was run in an account.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax-operations-functions.html
 */
const OF_GATEWAY: Record<string, QueryStringProps> = {
  'Busiest businesses': {
    statsStatements: [
      'count(*) as requests, sum(if(status >= 500, 1, 0)) as errors, max(toNumber(latency_ms)) as slowest by business_id',
    ],
    sort: 'requests desc',
    limit: 50,
  },
  'Busiest keys': {
    statsStatements: [
      'count(*) as requests, sum(if(status = 429, 1, 0)) as throttled by business_id, key_id',
    ],
    sort: 'requests desc',
    limit: 50,
  },
}

/** Saves the queries under the deployment's name. */
export function saveQueries(scope: Construct, { name, logs, accessLog }: Watched): void {
  const save = (title: string, logGroups: (typeof accessLog)[], query: QueryStringProps) =>
    new QueryDefinition(scope, `${title.replaceAll(/ ./g, (part) => part.trim().toUpperCase())}Query`, {
      queryDefinitionName: `Storefront/${name}/${title}`,
      logGroups,
      queryString: new QueryString(query),
    })
  const { public: ofPublic, admin, background } = logs
  for (const [title, query] of Object.entries(OF_FUNCTIONS)) save(title, [ofPublic, admin, background], query)
  for (const [title, query] of Object.entries(OF_DELIVERIES)) save(title, [background], query)
  for (const [title, query] of Object.entries(OF_GATEWAY)) save(title, [accessLog], query)
}
