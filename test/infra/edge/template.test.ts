import { expect, inject, test } from 'vitest'
import { type EdgeParts, edgeIn } from '../../support/edge-template.ts'
import { EVERYTHING, templateOf } from '../../support/settings.ts'
import { brokenRules, RULES } from './rules.ts'

const assemblyDir = inject('assemblyDir')
const plain = templateOf({ edge: {} }, assemblyDir)
const everything = templateOf(EVERYTHING, assemblyDir)

test('without the setting there is no resource and no output of it', () => {
  expect(JSON.stringify(templateOf({}, assemblyDir))).not.toMatch(/CloudFront|Edge/)
})

test('the setting adds four resources and one output, and changes no other', () => {
  const off = templateOf({}, assemblyDir)
  const added = Object.entries(plain.Resources).filter(([id]) => !(id in off.Resources))
  expect(added.map(([, { Type }]) => Type).sort()).toEqual([
    'AWS::CloudFront::CachePolicy',
    'AWS::CloudFront::Distribution',
    'AWS::CloudFront::Function',
    'AWS::CloudFront::OriginRequestPolicy',
  ])
  expect({ ...plain.Resources, ...off.Resources }).toEqual(plain.Resources)
  expect(Object.keys(plain.Outputs).filter((name) => !(name in off.Outputs))).toEqual(['EdgeUrl'])
})

test.each([
  ['its own address', plain],
  ['a domain name and a web ACL', everything],
])('with %s it keeps every rule', (_, template) => {
  expect(brokenRules(template)).toEqual([])
})

/** How each rule was once broken, or could be. */
const BREAKAGES: Record<keyof typeof RULES, (edge: EdgeParts) => void> = {
  'GET, HEAD and OPTIONS are served, and nothing else': ({ distribution }) => {
    distribution.DefaultCacheBehavior.AllowedMethods.push('PUT', 'PATCH', 'POST', 'DELETE')
  },
  'of the headers the cache key has those that name a business: no Authorization': ({ cache }) => {
    cache.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig.Headers?.push('Authorization')
  },
  'the cache key has no cookie': ({ cache }) => {
    cache.ParametersInCacheKeyAndForwardedToOrigin.CookiesConfig.CookieBehavior = 'all'
  },
  'the cache key has the whole query': ({ cache }) => {
    cache.ParametersInCacheKeyAndForwardedToOrigin.QueryStringsConfig.QueryStringBehavior = 'none'
  },
  'the cache key has the normalized Accept-Encoding, with gzip and br': ({ cache }) => {
    cache.ParametersInCacheKeyAndForwardedToOrigin.EnableAcceptEncodingBrotli = false
  },
  'a response without Cache-Control is not kept: the default TTL is 0': ({ cache }) => {
    cache.DefaultTTL = 86_400
  },
  'no response is kept longer than its Cache-Control says, nor than a day': ({ cache }) => {
    cache.MinTTL = 1
  },
  'the origin gets If-None-Match in addition to the key: neither Host nor Authorization, no cookie': ({
    origin,
  }) => {
    origin.HeadersConfig = { HeaderBehavior: 'allViewer' }
  },
  'no error is kept, of exactly the statuses that CloudFront takes in this place': ({ distribution }) => {
    distribution.CustomErrorResponses.push({ ErrorCode: 429, ErrorCachingMinTTL: 0 })
  },
  'CloudFront does not compress: it would weaken the ETags': ({ distribution }) => {
    distribution.DefaultCacheBehavior.Compress = true
  },
  'a function sees each request before the cache': ({ distribution }) => {
    distribution.DefaultCacheBehavior.FunctionAssociations = []
  },
  'the origin is reached by https alone': ({ distribution }) => {
    for (const { CustomOriginConfig } of distribution.Origins)
      if (CustomOriginConfig) CustomOriginConfig.OriginProtocolPolicy = 'match-viewer'
  },
}

test.each(Object.keys(RULES))('a template that breaks it is found: %s', (rule) => {
  const template = structuredClone(plain)
  BREAKAGES[rule]?.(edgeIn(template))
  expect(brokenRules(template)).toEqual([rule])
})

test('errors that CloudFront would keep, or one that it keeps for a second, are found', () => {
  for (const change of [
    ({ distribution }: EdgeParts) => distribution.CustomErrorResponses.pop(),
    ({ distribution }: EdgeParts) => {
      for (const error of distribution.CustomErrorResponses) error.ErrorCachingMinTTL = 1
    },
  ]) {
    const template = structuredClone(plain)
    change(edgeIn(template))
    expect(brokenRules(template)).toHaveLength(1)
  }
})

test('the origin is the host of BaseUrl, with a domain name of the API as without', () => {
  const [plainOrigin, ownOrigin] = [plain, everything].map((one) => edgeIn(one).distribution.Origins[0])
  expect(plainOrigin?.DomainName).toEqual({ 'Fn::Select': [2, { 'Fn::Split': ['/', expect.anything()] }] })
  expect(JSON.stringify(plainOrigin?.DomainName)).toContain('ApiEndpoint')
  expect(ownOrigin?.DomainName).toBe('api.example.com')
})

test('the behaviour uses these policies and this function, and the outputs lead to the distribution', () => {
  const ids = Object.fromEntries(Object.entries(plain.Resources).map(([id, { Type }]) => [Type, id]))
  const { DefaultCacheBehavior } = edgeIn(plain).distribution
  expect(DefaultCacheBehavior).toMatchObject({
    CachePolicyId: { Ref: ids['AWS::CloudFront::CachePolicy'] },
    OriginRequestPolicyId: { Ref: ids['AWS::CloudFront::OriginRequestPolicy'] },
    FunctionAssociations: [
      { FunctionARN: { 'Fn::GetAtt': [ids['AWS::CloudFront::Function'], 'FunctionARN'] } },
    ],
  })
  const domainName = { 'Fn::GetAtt': [ids['AWS::CloudFront::Distribution'], 'DomainName'] }
  expect(plain.Outputs.EdgeUrl).toMatchObject({
    Value: { 'Fn::Join': ['', ['https://', domainName, '/api/v1']] },
  })
  expect(everything.Outputs.EdgeUrl).toMatchObject({ Value: 'https://shops.example.com/api/v1' })
  expect(everything.Outputs.EdgeTarget).toMatchObject({ Value: domainName })
})

test('a domain name comes with its certificate, and with the web ACL', () => {
  const { edge } = EVERYTHING
  expect(edgeIn(everything).distribution).toMatchObject({
    Aliases: [edge?.domain],
    ViewerCertificate: { AcmCertificateArn: edge?.certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    WebACLId: edge?.webAclArn,
  })
  expect(edgeIn(plain).distribution).not.toHaveProperty('Aliases')
})
