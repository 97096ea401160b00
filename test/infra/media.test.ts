import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { SHARP } from '../../lib/infra/bundle.ts'
import { tally } from '../admin/merchant.ts'
import { templateOf } from '../support/settings.ts'
import { resourcesOf } from '../support/template.ts'
import { lambdaOf } from './roles.ts'

const assemblyDir = inject('assemblyDir')
const off = templateOf({ edge: {} }, assemblyDir)
const on = templateOf({ edge: {}, media: true }, assemblyDir)

test('the function draws with WebAssembly, although a folder above it has the binary for this machine', () => {
  const folder = join(assemblyDir, 'functions/admin/media/create')
  const program = "console.log(typeof require('sharp').versions.emscripten)"
  expect(execFileSync(process.execPath, ['-e', program], { cwd: folder }).toString().trim()).toBe('string')
})

test('without the setting there are neither routes nor a bucket', () => {
  expect(JSON.stringify(off)).not.toMatch(/[Mm]edia|AWS::S3/)
})

test('the setting adds these resources, and changes no role and no other route', () => {
  const added = Object.entries(on.Resources).filter(([id]) => !(id in off.Resources))
  const types = added.map(([, { Type }]) => Type.replace('AWS::', ''))
  // A list of pictures has the role of other lists.
  expect(tally(types)).toEqual({
    'ApiGatewayV2::Integration': 3,
    'ApiGatewayV2::Route': 4,
    'CloudFront::OriginAccessControl': 1,
    'CloudFront::ResponseHeadersPolicy': 1,
    'IAM::Role': 2,
    'Lambda::Function': 3,
    'S3::Bucket': 1,
    'S3::BucketPolicy': 1,
  })
  for (const type of ['AWS::IAM::Role', 'AWS::ApiGatewayV2::Route', 'AWS::DynamoDB::GlobalTable'])
    for (const [id, resource] of Object.entries(off.Resources).filter(([, { Type }]) => Type === type))
      if (!id.startsWith('ApiRole')) expect(on.Resources[id]).toEqual(resource)
})

test('the bucket is private, encrypted, reached by TLS alone, and stays when the stack goes', () => {
  const [bucket] = resourcesOf(on, 'AWS::S3::Bucket')
  expect(bucket).toMatchObject({
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    },
  })
  expect(bucket?.Properties).not.toHaveProperty('VersioningConfiguration')
  const [policy] = resourcesOf(on, 'AWS::S3::BucketPolicy')
  const { Statement } = (policy?.Properties.PolicyDocument ?? {}) as { Statement: object[] }
  expect(Statement).toMatchObject([
    { Effect: 'Deny', Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    {
      Effect: 'Allow',
      Action: 's3:GetObject',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
    },
  ])
  const kept = resourcesOf(
    templateOf({ edge: {}, media: true, removalPolicy: 'destroy' }, assemblyDir),
    'AWS::S3::Bucket',
  )
  expect(kept[0]?.DeletionPolicy).toBe('Delete')
})

test('pictures are read by GET and HEAD, under a key that is the path alone, with headers that let nothing run', () => {
  const [distribution] = resourcesOf(on, 'AWS::CloudFront::Distribution')
  const { CacheBehaviors, Origins } = (distribution?.Properties.DistributionConfig ?? {}) as {
    CacheBehaviors: object[]
    Origins: object[]
  }
  expect(CacheBehaviors).toMatchObject([
    {
      PathPattern: '/media/*',
      AllowedMethods: ['GET', 'HEAD'],
      // CachingOptimized: neither query nor header nor cookie; it keeps an object as long as its Cache-Control says.
      CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
      Compress: false,
      ViewerProtocolPolicy: 'redirect-to-https',
    },
  ])
  expect(CacheBehaviors[0]).not.toHaveProperty('FunctionAssociations')
  expect(Origins).toMatchObject([{}, { OriginAccessControlId: expect.anything() }])
  const [headers] = resourcesOf(on, 'AWS::CloudFront::ResponseHeadersPolicy')
  expect(headers?.Properties.ResponseHeadersPolicyConfig).toMatchObject({
    SecurityHeadersConfig: {
      ContentTypeOptions: { Override: true },
      ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'", Override: true },
    },
    CorsConfig: { AccessControlAllowOrigins: { Items: ['*'] }, AccessControlAllowCredentials: false },
  })
})

test('only the function that draws has sharp in its bundle, with these packages and no binary of a platform', () => {
  const modules = (name: string) => join(assemblyDir, 'functions', name, 'node_modules')
  const names = readdirSync(modules('admin/media/create')).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(modules('admin/media/create'), name)).map((one) => `${name}/${one}`)
      : [name],
  )
  expect(names.sort()).toEqual(SHARP)
  expect(() => readdirSync(modules('admin/media/delete'))).toThrow('ENOENT')
  expect(lambdaOf(on, 'admin/media/create').Properties).toMatchObject({ MemorySize: 1769, Timeout: 28 })
})
