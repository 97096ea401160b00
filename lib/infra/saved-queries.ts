import { QueryDefinition, QueryString, type QueryStringProps } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Watched } from './alarms.ts'

/** Questions of CloudWatch Logs Insights with which the steps for an alarm begin. */
const OF_FUNCTIONS: Record<string, QueryStringProps> = {
  'Last errors': {
    fields: ['@timestamp', '@logStream', 'route', 'status', 'request_id', 'business_id', 'error', 'cause'],
    filterStatements: ['level = "error" or level = "WARN" or status >= 500'],
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
    filterStatements: ['request_id = "<id>" or gateway_request_id = "<id>"'],
    sort: '@timestamp asc',
  },
}

const OF_GATEWAY: Record<string, QueryStringProps> = {
  'Busiest businesses': {
    statsStatements: [
      'count(*) as requests, sum(status >= 500) as errors, max(latency_ms) as slowest by business_id',
    ],
    sort: 'requests desc',
    limit: 50,
  },
  'Busiest keys': {
    statsStatements: ['count(*) as requests, sum(status = 429) as throttled by business_id, key_id'],
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
  for (const [title, query] of Object.entries(OF_FUNCTIONS)) save(title, [logs.public, logs.admin], query)
  for (const [title, query] of Object.entries(OF_GATEWAY)) save(title, [accessLog], query)
}
