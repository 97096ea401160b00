import { isDeepStrictEqual } from 'node:util'
import { type EdgeParts, edgeIn } from '../../support/edge-template.ts'
import type { Template } from '../../support/template.ts'

const isSame = isDeepStrictEqual

const KNOWN_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

/** Each rule without which a cache at the edge gave wrong responses, or kept them for too long. */
export const RULES: Record<string, (edge: EdgeParts) => boolean> = {
  'GET, HEAD and OPTIONS are served, and nothing else': ({ distribution }) =>
    isSame(distribution.DefaultCacheBehavior.AllowedMethods, ['GET', 'HEAD', 'OPTIONS']),
  'of the headers the cache key has those that name a business: no Authorization': ({ cache }) =>
    isSame(cache.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig, {
      HeaderBehavior: 'whitelist',
      Headers: ['x-public-business-slug', 'x-public-business-uuid'],
    }),
  'the cache key has no cookie': ({ cache }) =>
    isSame(cache.ParametersInCacheKeyAndForwardedToOrigin.CookiesConfig, { CookieBehavior: 'none' }),
  'the cache key has the whole query': ({ cache }) =>
    isSame(cache.ParametersInCacheKeyAndForwardedToOrigin.QueryStringsConfig, {
      QueryStringBehavior: 'all',
    }),
  'the cache key has the normalized Accept-Encoding, with gzip and br': ({ cache }) => {
    const key = cache.ParametersInCacheKeyAndForwardedToOrigin
    return key.EnableAcceptEncodingGzip && key.EnableAcceptEncodingBrotli
  },
  'a response without Cache-Control is not kept: the default TTL is 0': ({ cache }) => cache.DefaultTTL === 0,
  'no response is kept longer than its Cache-Control says, nor than a day': ({ cache }) =>
    cache.MinTTL === 0 && cache.MaxTTL === 86_400,
  'the origin gets If-None-Match in addition to the key: neither Host nor Authorization, no cookie': ({
    origin,
  }) =>
    isSame(origin.HeadersConfig, { HeaderBehavior: 'whitelist', Headers: ['If-None-Match'] }) &&
    origin.CookiesConfig.CookieBehavior === 'none' &&
    origin.QueryStringsConfig.QueryStringBehavior === 'none',
  'no error is kept, of exactly the statuses that CloudFront takes in this place': ({ distribution }) =>
    isSame(
      distribution.CustomErrorResponses,
      KNOWN_ERRORS.map((ErrorCode) => ({ ErrorCachingMinTTL: 0, ErrorCode })),
    ),
  'CloudFront does not compress: it would weaken the ETags': ({ distribution }) =>
    distribution.DefaultCacheBehavior.Compress === false,
  'a function sees each request before the cache': ({ distribution, viewerFunction }) =>
    distribution.DefaultCacheBehavior.FunctionAssociations.some(
      ({ EventType }) => EventType === 'viewer-request',
    ) && viewerFunction.FunctionConfig.Runtime === 'cloudfront-js-2.0',
  'the origin is reached by https alone': ({ distribution }) =>
    // A bucket is signed for, and has no such setting.
    distribution.Origins.every(
      ({ CustomOriginConfig }) =>
        !CustomOriginConfig || CustomOriginConfig.OriginProtocolPolicy === 'https-only',
    ),
}

/** The names of the rules that a template breaks. */
export function brokenRules(template: Template): string[] {
  const edge = edgeIn(template)
  return Object.keys(RULES).filter((name) => !RULES[name]?.(edge))
}
