import { CfnOutput } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { QUEUES } from '../api/routes/queues.ts'
import { queueId } from './queues.ts'
import type { Settings } from './settings/settings.ts'
import type { StorefrontParts } from './storefront.ts'

/** The outputs of a deployment's stack, for people and tools. */
export function createOutputs(
  scope: Construct,
  { baseUrl, gatewayUrl, apiId, edge, table, queues, mediaBucket, alarmTopic }: StorefrontParts,
  { readOnly }: Pick<Settings, 'readOnly'>,
): void {
  const output = (id: string, value: string, description: string) =>
    new CfnOutput(scope, id, { value, description })
  output('BaseUrl', baseUrl, 'The API; every path is relative to it')
  if (gatewayUrl !== baseUrl) output('GatewayUrl', gatewayUrl, 'The API without its domain name')
  if (edge) output('EdgeUrl', edge.url, 'The API for shops, through CloudFront: reads without a key')
  output('TableName', table.tableName, "The operator's --table")
  output('TableArn', table.tableArn, 'The table')
  output('TableStreamArn', table.streamArn, "The table's stream")
  for (const { queue, about } of QUEUES)
    output(`${queueId(queue)}Url`, queues[queue].queueUrl, `The queue of ${about}`)
  output('DeadLettersUrl', queues.dead.queueUrl, 'The queue of wake-ups and records that failed for good')
  if (mediaBucket) output('MediaBucketName', mediaBucket.bucketName, 'The bucket of pictures')
  output('ApiId', apiId, 'The HTTP API')
  if (readOnly) output('ReadOnly', 'true', 'Only the operator can write')
  if (alarmTopic) output('AlarmTopicArn', alarmTopic.topicArn, 'The topic that alarms are sent to')
}
