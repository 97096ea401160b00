import { isJsonObject } from '../../../lib/domain/body/json-object.ts'
import type { FunctionLine } from '../../../lib/local/lambda/function-pool.ts'
import type { JsonObject } from '../../../lib/local/template/json.ts'
import { fixtureTemplate } from '../fixture.ts'

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] })
const streamArn = { 'Fn::GetAtt': ['Table', 'StreamArn'] }
const allow = (Action: string[], Resource: JsonObject): JsonObject => ({ Effect: 'Allow', Action, Resource })

const consumer = (role: string, timeoutSeconds: number): JsonObject => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: 'assets', S3Key: 'hash-of-Consume.zip' },
    Handler: 'index.handler',
    Role: arnOf(role),
    Runtime: 'nodejs24.x',
    Timeout: timeoutSeconds,
  },
})

const role = (...Statement: JsonObject[]): JsonObject => ({
  Type: 'AWS::IAM::Role',
  Properties: { Policies: [{ PolicyDocument: { Statement } }] },
})

const filter = (eventName: string[], prefix: string) => ({
  Pattern: JSON.stringify({ eventName, dynamodb: { Keys: { sk: { S: [{ prefix }] } } } }),
})

const SECRETS = `BIZ#${'?'.repeat(36)}#SECRET#*`

/**
 * The fixture with a function behind the stream, one behind a queue, and one behind a rule. Those of the stream and of the
 * queue have the role that they need, and that of the stream must not touch secrets. A message can take so many seconds.
 */
export function consumersTemplate(messageSeconds = 1) {
  const template = fixtureTemplate()
  const ofStream = ['DescribeStream', 'GetRecords', 'GetShardIterator'].map((name) => `dynamodb:${name}`)
  const ofQueue = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((name) => `sqs:${name}`)
  Object.assign(template.Resources, {
    Dead: { Type: 'AWS::SQS::Queue', Properties: { MessageRetentionPeriod: 1_209_600 } },
    Wake: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        VisibilityTimeout: messageSeconds,
        RedrivePolicy: { deadLetterTargetArn: arnOf('Dead'), maxReceiveCount: 2 },
        SqsManagedSseEnabled: true,
      },
    },
    WakePolicy: { Type: 'AWS::SQS::QueuePolicy', Properties: {} },
    RecordRole: role(
      allow(ofStream, streamArn),
      allow(['dynamodb:ListStreams'], { 'Fn::Join': ['', [arnOf('Table'), '/stream/*']] }),
      allow(['sqs:SendMessage'], arnOf('Dead')),
      allow(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], arnOf('Table')),
      {
        Effect: 'Deny',
        Action: 'dynamodb:*',
        Resource: arnOf('Table'),
        Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [SECRETS] } },
      },
    ),
    MessageRole: role(
      allow(ofQueue, arnOf('Wake')),
      allow(['sqs:SendMessage'], arnOf('Wake')),
      allow(['dynamodb:GetItem'], arnOf('Table')),
    ),
    OnRecord: consumer('RecordRole', 30),
    OnMessage: consumer('MessageRole', messageSeconds),
    OnTime: consumer('Role', 30),
    Records: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        BatchSize: 100,
        BisectBatchOnFunctionError: true,
        DestinationConfig: { OnFailure: { Destination: arnOf('Dead') } },
        EventSourceArn: streamArn,
        FilterCriteria: { Filters: [filter(['INSERT'], 'evt_'), filter(['INSERT', 'MODIFY'], 'WEBHOOK#')] },
        FunctionName: { Ref: 'OnRecord' },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumRecordAgeInSeconds: 3600,
        MaximumRetryAttempts: 1,
        StartingPosition: 'TRIM_HORIZON',
      },
    },
    Messages: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        BatchSize: 1,
        EventSourceArn: arnOf('Wake'),
        FunctionName: { Ref: 'OnMessage' },
        ScalingConfig: { MaximumConcurrency: 100 },
      },
    },
    Hourly: {
      Type: 'AWS::Events::Rule',
      Properties: {
        ScheduleExpression: 'rate(1 hour)',
        State: 'ENABLED',
        Targets: [{ Arn: arnOf('OnTime'), Id: 'Target0' }],
      },
    },
  })
  return template
}

/** The events that a function has printed, in their order. */
export const eventsOf = (lines: FunctionLine[], functionId: string): JsonObject[] =>
  lines
    .filter(({ functionName }) => functionName === `fixture-${functionId}`)
    .map(({ line }) => JSON.parse(line.slice(line.lastIndexOf('\t') + 1)))

/** Their records. */
export const recordsOf = (lines: FunctionLine[], functionId: string): JsonObject[] =>
  eventsOf(lines, functionId)
    .flatMap(({ Records }) => (Array.isArray(Records) ? Records : []))
    .filter((record) => isJsonObject(record))
