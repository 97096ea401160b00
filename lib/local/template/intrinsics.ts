import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Json, JsonObject } from './json.ts'
import type { Resource, Template } from './template.ts'

/** Replaces every intrinsic in a template value with its value on this machine. */
export type Resolve = (value: Json | undefined) => Json

export const REGION = 'local'
export const ACCOUNT_ID = '000000000000'

interface Scope {
  resources: Map<string, Resource>
  parameters: JsonObject
  pseudo: JsonObject
  stackName: string
  apiEndpoint: string
  queueEndpoint: string
}

/**
 * A resolver for one template's `Ref`, `Fn::GetAtt`, `Fn::Join`, `Fn::Sub` and pseudo parameters.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference.html
 *
 * A resource's own name is the one the template gives, else `<stack>-<logical id>`. The `Ref` of a queue is its URL. The
 * resolver throws an Error
 * that names any other intrinsic, and any name or attribute that is not in the template.
 */
export function createResolver(
  template: Template,
  of: { stackName: string; apiEndpoint: string; queueEndpoint: string },
): Resolve {
  const pseudo = {
    'AWS::AccountId': ACCOUNT_ID,
    'AWS::NoValue': null,
    'AWS::Partition': 'aws',
    'AWS::Region': REGION,
    'AWS::StackId': `arn:aws:cloudformation:${REGION}:${ACCOUNT_ID}:stack/${of.stackName}/local`,
    'AWS::StackName': of.stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  }
  const resources = new Map(template.resources.map((resource) => [resource.logicalId, resource]))
  const scope = { ...of, resources, parameters: template.parameters, pseudo }
  return (value) => resolve(scope, value)
}

function resolve(scope: Scope, value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map((entry) => resolve(scope, entry))
  if (!isJsonObject(value)) return value ?? null
  const [name, ...others] = Object.keys(value)
  const isIntrinsic = name === 'Ref' || name === 'Condition' || name?.startsWith('Fn::')
  if (name && isIntrinsic && others.length === 0) return intrinsic(scope, name, value[name] ?? null)
  const entries = Object.entries(value).map(([key, entry]): [string, Json] => [key, resolve(scope, entry)])
  // A property set to AWS::NoValue is a property that is not there.
  return Object.fromEntries(entries.filter(([key, entry]) => entry !== null || value[key] === null))
}

function intrinsic(scope: Scope, name: string, argument: Json): Json {
  if (name === 'Ref') return reference(scope, String(argument))
  if (name === 'Fn::Sub') return substitute(scope, argument)
  if (name === 'Fn::GetAtt') {
    const path = Array.isArray(argument) ? argument.map(String) : String(argument).split('.')
    return attribute(scope, path[0] ?? '', path.slice(1).join('.'))
  }
  if (name === 'Fn::Join' && Array.isArray(argument)) {
    const parts = resolve(scope, argument[1])
    if (Array.isArray(parts)) return parts.map(String).join(String(argument[0]))
  }
  throw new Error(`the template uses ${name} in a way lib/local does not know: ${JSON.stringify(argument)}`)
}

function reference(scope: Scope, name: string): Json {
  if (Object.hasOwn(scope.pseudo, name)) return scope.pseudo[name] ?? null
  const parameter = scope.parameters[name]
  if (isJsonObject(parameter)) {
    if (parameter.Default === undefined) throw new Error(`parameter ${name} has no default to use here`)
    return parameter.Default
  }
  const resource = scope.resources.get(name)
  if (!resource) throw new Error(`the template refers to ${name}, which is not in it`)
  const own = physicalName(scope, resource)
  return resource.type === 'AWS::SQS::Queue' ? queueUrl(scope, own) : own
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-queue-message-identifiers.html */
const queueUrl = ({ queueEndpoint }: Scope, name: string) => `${queueEndpoint}/${ACCOUNT_ID}/${name}`

const nameProperties: { [type: string]: string } = {
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SQS::Queue': 'QueueName',
}

function physicalName(scope: Scope, { logicalId, type, properties }: Resource): string {
  if (type === 'AWS::ApiGatewayV2::Api') return 'localapi'
  // Routes name integrations and authorizers by id: here the logical id is the id.
  if (type.startsWith('AWS::ApiGatewayV2::')) return logicalId
  const given = properties[nameProperties[type] ?? '']
  // The name of a bucket has no capitals.
  if (type === 'AWS::S3::Bucket') return `${scope.stackName}-${logicalId}`.toLowerCase()
  return given === undefined ? `${scope.stackName}-${logicalId}` : String(resolve(scope, given))
}

function attribute(scope: Scope, logicalId: string, name: string): string {
  const resource = scope.resources.get(logicalId)
  if (!resource) throw new Error(`the template refers to ${logicalId}.${name}, which is not in it`)
  const own = physicalName(scope, resource)
  const arn = (service: string, rest: string) => `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${rest}`
  const attributes = new Map([
    ['AWS::ApiGatewayV2::Api.ApiEndpoint', scope.apiEndpoint],
    ['AWS::ApiGatewayV2::Api.ApiId', own],
    ['AWS::CloudFront::Distribution.DomainName', 'localhost'],
    ['AWS::DynamoDB::GlobalTable.Arn', arn('dynamodb', `table/${own}`)],
    ['AWS::DynamoDB::GlobalTable.StreamArn', arn('dynamodb', `table/${own}/stream/local`)],
    ['AWS::Events::Rule.Arn', arn('events', `rule/${own}`)],
    ['AWS::IAM::Role.Arn', `arn:aws:iam::${ACCOUNT_ID}:role/${own}`],
    ['AWS::Lambda::Function.Arn', arn('lambda', `function:${own}`)],
    ['AWS::Logs::LogGroup.Arn', arn('logs', `log-group:${own}:*`)],
    ['AWS::S3::Bucket.Arn', `arn:aws:s3:::${own}`],
    ['AWS::SNS::Topic.TopicArn', arn('sns', own)],
    ['AWS::SQS::Queue.Arn', arn('sqs', own)],
    ['AWS::SQS::Queue.QueueName', own],
    ['AWS::SQS::Queue.QueueUrl', queueUrl(scope, own)],
  ])
  const value = attributes.get(`${resource.type}.${name}`)
  if (value === undefined) throw new Error(`lib/local does not know the attribute ${logicalId}.${name}`)
  return value
}

function substitute(scope: Scope, argument: Json): string {
  const [text, variables] = Array.isArray(argument) ? argument : [argument, {}]
  const own = isJsonObject(variables) ? variables : {}
  return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`
    if (Object.hasOwn(own, name)) return String(resolve(scope, own[name]))
    const dot = name.indexOf('.')
    return dot < 0
      ? String(reference(scope, name))
      : attribute(scope, name.slice(0, dot), name.slice(dot + 1))
  })
}
