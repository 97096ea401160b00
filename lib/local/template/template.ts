import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Json, JsonObject } from './json.ts'

/** One entry of a template's `Resources`, with its intrinsics still in place. */
export interface Resource {
  logicalId: string
  type: string
  properties: JsonObject
}

/** The parts of a CloudFormation template that matter on this machine. */
export interface Template {
  resources: Resource[]
  parameters: JsonObject
}

const TYPES_THAT_RUN = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::DynamoDB::GlobalTable',
  'AWS::Events::Rule',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
])

// These change nothing about what a request does here: who may call a function, where logs go, who is called at
// night, and the edge in front of the API.
const TYPES_LEFT_OUT = new Set([
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::Deployment',
  'AWS::ApiGatewayV2::DomainName',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CertificateManager::Certificate',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::OriginRequestPolicy',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Route53::RecordSet',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::WAFv2::WebACL',
])

/**
 * Reads a parsed CloudFormation template. Throws when it holds a resource type that this machine neither runs nor knows
 * to be meaningless here, so that nothing silently does not exist.
 */
export function readTemplate(json: Json): Template {
  const source = isJsonObject(json) ? json : {}
  const resources = Object.entries(asObject(source.Resources)).map(([logicalId, entry]) => {
    const { Type, Properties } = asObject(entry)
    return { logicalId, type: String(Type), properties: asObject(Properties) }
  })
  const unknown = resources.find(({ type }) => !TYPES_THAT_RUN.has(type) && !TYPES_LEFT_OUT.has(type))
  if (unknown) {
    throw new Error(
      `${unknown.logicalId} is of type ${unknown.type}, which lib/local does not know. ` +
        'Teach lib/local to run it, or list the type in lib/local/template/template.ts if it means nothing here.',
    )
  }
  return { resources, parameters: asObject(source.Parameters) }
}

/** The template's resources of one type, in its order. */
export function resourcesOfType(template: Template, type: string): Resource[] {
  return template.resources.filter((resource) => resource.type === type)
}

/** The one resource of a type. Throws when there is none or more than one: a stack here is one API before one table. */
export function onlyResource(template: Template, type: string): Resource {
  const [only, ...others] = resourcesOfType(template, type)
  if (!only || others.length > 0) {
    throw new Error(`the template needs exactly one ${type}, it has ${others.length + (only ? 1 : 0)}`)
  }
  return only
}

/** Throws when a resource sets a property that is not one of these. */
export function refuseOthers(resource: Resource, known: string[]): void {
  refuseProperties(
    resource,
    Object.keys(resource.properties).filter((name) => !known.includes(name)),
  )
}

/** Throws when a resource sets a property that would change its behaviour and is not imitated here. */
export function refuseProperties(resource: Resource, names: string[]): void {
  const found = names.find((name) => resource.properties[name] !== undefined)
  if (found) throw new Error(`${resource.logicalId} sets ${found}, which lib/local does not imitate`)
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
