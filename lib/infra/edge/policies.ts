import { Duration, Names, Stack } from 'aws-cdk-lib'
import {
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'

/**
 * The cache key: path, query, the two headers that name a business, and a normalized `Accept-Encoding`; neither
 * `Authorization` nor a cookie. Everything in it also goes to the origin. The default TTL is 0: a response without
 * `Cache-Control` is never kept.
 */
export const createCachePolicy = (scope: Construct): CachePolicy =>
  new CachePolicy(scope, 'CachePolicy', {
    cachePolicyName: nameIn(scope, 'cache'),
    comment: 'Public reads of Storefront',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(1),
    headerBehavior: CacheHeaderBehavior.allowList('x-public-business-slug', 'x-public-business-uuid'),
    queryStringBehavior: CacheQueryStringBehavior.all(),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  })

/**
 * The one header that the origin gets in addition to the cache key. Not `Host`: API Gateway responds with 403 to a name that
 * it does not know.
 */
export const createOriginRequestPolicy = (scope: Construct): OriginRequestPolicy =>
  new OriginRequestPolicy(scope, 'OriginRequestPolicy', {
    originRequestPolicyName: nameIn(scope, 'origin'),
    comment: 'Public reads of Storefront',
    headerBehavior: OriginRequestHeaderBehavior.allowList('If-None-Match'),
  })

/** The names of policies are of the account, so one has its region: a stack of the same name can be in another one. */
const nameIn = (scope: Construct, suffix: string): string =>
  `${Names.uniqueResourceName(scope, { separator: '-', maxLength: 90 })}-${suffix}-${Stack.of(scope).region}`
