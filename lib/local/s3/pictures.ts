import type { IncomingMessage } from 'node:http'
import { isJsonObject } from '../../domain/body/json-object.ts'
import type { GatewayAnswer } from '../gateway/answer.ts'
import type { Json } from '../template/json.ts'
import { resourcesOfType, type Template } from '../template/template.ts'
import type { BucketService } from './bucket-service.ts'

/** Pictures as the edge serves them: the objects of a bucket below a path, with further headers. */
export interface ServedPictures {
  bucket: string
  headers: [string, string][]
}

/** No part is `..`, which would lead to the list of the bucket. */
const PATH = /^\/media(\/[\w-][\w.-]*)+$/

/** The headers of an object that CloudFront hands on. */
const OF_OBJECT = ['content-type', 'cache-control', 'etag', 'last-modified']

/**
 * The response to a GET or HEAD of a picture, on the stack's own port; undefined for every other path. The query counts
 * nothing, as at the edge. What is not there is 403, as S3 responds to those who cannot list.
 */
export async function answerPicture(
  { method = '', url = '' }: IncomingMessage,
  { bucket, headers }: ServedPictures,
  buckets: Pick<BucketService, 'handle'>,
): Promise<GatewayAnswer | undefined> {
  const path = url.split('?', 1)[0] ?? ''
  if ((method !== 'GET' && method !== 'HEAD') || !PATH.test(path)) return undefined
  const found = await buckets.handle({ method: 'GET', url: `/${bucket}${path}`, headers: {} })
  if (found.status !== 200)
    return { status: 403, headers: [...headers, ['content-type', 'application/xml']], body: DENIED }
  const own = OF_OBJECT.flatMap((name): [string, string][] => {
    const value = found.headers[name]
    return value === undefined ? [] : [[name, value]]
  })
  return {
    status: 200,
    headers: [...own, ...headers],
    body: method === 'HEAD' ? Buffer.alloc(0) : found.body,
  }
}

const DENIED = Buffer.from('<Error><Code>AccessDenied</Code></Error>')

/**
 * The headers that the template adds to pictures.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudfront-responseheaderspolicy.html
 */
export function readPictureHeaders(template: Template): [string, string][] {
  return resourcesOfType(template, 'AWS::CloudFront::ResponseHeadersPolicy').flatMap(({ properties }) => {
    const config = memberOf(properties, 'ResponseHeadersPolicyConfig')
    const security = memberOf(config, 'SecurityHeadersConfig')
    const policy = memberOf(memberOf(security, 'ContentSecurityPolicy'), 'ContentSecurityPolicy')
    const origins = memberOf(memberOf(memberOf(config, 'CorsConfig'), 'AccessControlAllowOrigins'), 'Items')
    return [
      ...(memberOf(security, 'ContentTypeOptions') ? [['x-content-type-options', 'nosniff']] : []),
      ...(typeof policy === 'string' ? [['content-security-policy', policy]] : []),
      ...(Array.isArray(origins) ? [['access-control-allow-origin', origins.join(', ')]] : []),
    ] as [string, string][]
  })
}

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? value[name] : undefined
