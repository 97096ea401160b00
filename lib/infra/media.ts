import { Names, RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AllowedMethods,
  CachePolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { MEDIA_PREFIX } from '../domain/media.ts'
import { ENVIRONMENT } from '../environment.ts'
import type { Edge } from './edge/edge.ts'
import type { EndpointFunction } from './endpoint-function.ts'
import type { Settings } from './settings/settings.ts'

/** The bucket of pictures. Only the edge reads it; it stays when the stack goes, unless the settings say `destroy`. */
export const createBucket = (scope: Construct, { removalPolicy }: Settings): Bucket =>
  new Bucket(scope, 'MediaBucket', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })

/** The functions whose responses have addresses of pictures. */
const SAY_ADDRESSES = ['admin/media/create', 'admin/media/list', 'admin/media/delete']

interface Served {
  bucket: Bucket
  edge: Edge
  functions: ReadonlyMap<string, EndpointFunction>
}

/**
 * Serves the pictures at the edge, and gives functions their address. The cache key is the path alone, and how long an object is kept is said
 * by its own `Cache-Control`: a day. A picture is never run: no script, no guess of its type.
 */
export function servePictures(scope: Construct, { bucket, edge, functions }: Served): void {
  edge.distribution.addBehavior(`/${MEDIA_PREFIX}/*`, S3BucketOrigin.withOriginAccessControl(bucket), {
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    responseHeadersPolicy: headersOf(scope),
    compress: false,
  })
  for (const name of SAY_ADDRESSES)
    functions.get(name)?.lambda.addEnvironment(ENVIRONMENT.mediaBaseUrl, `${edge.origin}/${MEDIA_PREFIX}`)
}

/** Any page may show a picture, and read its pixels. */
const headersOf = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'MediaHeaders', {
    // The names of policies are of the account, so one has its region, as those of the edge.
    responseHeadersPolicyName: `${Names.uniqueResourceName(scope, { separator: '-', maxLength: 90 })}-media-${Stack.of(scope).region}`,
    comment: 'Pictures of Storefront',
    securityHeadersBehavior: {
      contentTypeOptions: { override: true },
      contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'", override: true },
    },
    corsBehavior: {
      accessControlAllowCredentials: false,
      accessControlAllowHeaders: ['*'],
      accessControlAllowMethods: ['GET', 'HEAD'],
      accessControlAllowOrigins: ['*'],
      originOverride: true,
    },
  })
