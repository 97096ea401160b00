import { type Resource, resourcesOf, type Template } from './template.ts'

/** The properties of the edge in the template, in CloudFormation's own words. */
export interface EdgeParts {
  distribution: {
    Origins: { DomainName: unknown; CustomOriginConfig?: { OriginProtocolPolicy: string } }[]
    CustomErrorResponses: { ErrorCode: number; ErrorCachingMinTTL: number }[]
    DefaultCacheBehavior: {
      AllowedMethods: string[]
      Compress: boolean
      CachePolicyId: unknown
      OriginRequestPolicyId: unknown
      FunctionAssociations: { EventType: string; FunctionARN: unknown }[]
    }
    Aliases?: string[]
    ViewerCertificate?: object
    WebACLId?: string
  }
  cache: {
    MinTTL: number
    DefaultTTL: number
    MaxTTL: number
    ParametersInCacheKeyAndForwardedToOrigin: Forwarded & {
      EnableAcceptEncodingGzip: boolean
      EnableAcceptEncodingBrotli: boolean
    }
  }
  origin: Forwarded
  viewerFunction: { FunctionCode: unknown; FunctionConfig: { Runtime: string } }
}

/** The parts of a request that a policy lets through. */
interface Forwarded {
  HeadersConfig: { HeaderBehavior: string; Headers?: string[] }
  CookiesConfig: { CookieBehavior: string }
  QueryStringsConfig: { QueryStringBehavior: string }
}

/** The edge of a template, as parts that a test can change in it. Throws unless there is exactly one of each. */
export function edgeIn(template: Template): EdgeParts {
  const only = (type: string): Resource['Properties'] => {
    const [resource, ...others] = resourcesOf(template, `AWS::CloudFront::${type}`)
    if (!resource || others.length > 0) throw new Error(`the template has not exactly one ${type}`)
    return resource.Properties
  }
  return {
    distribution: only('Distribution').DistributionConfig,
    cache: only('CachePolicy').CachePolicyConfig,
    origin: only('OriginRequestPolicy').OriginRequestPolicyConfig,
    viewerFunction: only('Function'),
  } as EdgeParts
}

/** The endpoint of the API, which is known only when the stack is deployed. */
export const DEPLOYED_ENDPOINT = 'https://abc123.execute-api.eu-central-1.amazonaws.com'

/** A text of the template with the endpoint in its place. Throws for any other intrinsic function. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  const { 'Fn::Join': join, 'Fn::GetAtt': attribute } = value as Record<string, unknown[] | undefined>
  if (attribute?.[1] === 'ApiEndpoint') return DEPLOYED_ENDPOINT
  if (join?.[0] === '' && Array.isArray(join[1])) return join[1].map(textIn).join('')
  throw new Error(`cannot read ${JSON.stringify(value)}`)
}

/** A request as CloudFront gives it to a function: names of headers in lower case. */
export interface ViewerEvent {
  context: { requestId: string }
  request: { method: string; uri: string; headers: Record<string, { value: string }> }
}

export interface ViewerResponse {
  statusCode: number
  headers: Record<string, { value: string }>
  body: { encoding: string; data: string }
}

/** The viewer function as it would be deployed: it returns the request, or a response in its place. */
export const viewerFunctionIn = (
  template: Template,
): ((event: ViewerEvent) => ViewerEvent['request'] | ViewerResponse) =>
  new Function(`${textIn(edgeIn(template).viewerFunction.FunctionCode)}\nreturn handler`)()
