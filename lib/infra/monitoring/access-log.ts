import type { CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Settings } from '../settings/settings.ts'
import { createLogGroup } from './logs.ts'

/**
 * The gateway's log line for each request, also for one that reaches no function. It has no path, query or header,
 * which can hold secrets.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const FIELDS = {
  gateway_request_id: '$context.requestId',
  request_id: '$context.integration.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  business_id: '$context.authorizer.business_id',
  key_id: '$context.authorizer.key_id',
  gateway_error: '$context.error.responseType',
}

/** The gateway's own log: its group, and how the stage writes it. */
export interface AccessLog {
  logGroup: LogGroup
  settings: CfnStage.AccessLogSettingsProperty
}

/**
 * Under `/aws/vendedlogs/`, where API Gateway needs no entry of its own in the resource policy of CloudWatch Logs, which
 * is limited in size: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
 */
export function createAccessLog(scope: Construct, name: string, settings: Settings): AccessLog {
  const logGroup = createLogGroup(scope, 'AccessLogs', settings, {
    logGroupName: `/aws/vendedlogs/storefront/${name}`,
  })
  const fields = settings.logCallerAddresses ? { ...FIELDS, ip: '$context.identity.sourceIp' } : FIELDS
  return {
    logGroup,
    settings: { destinationArn: logGroup.logGroupArn, format: JSON.stringify(fields) },
  }
}
