import { expect, test } from 'vitest'
import { createResolver } from '../../../lib/local/template/intrinsics.ts'
import { readTemplate } from '../../../lib/local/template/template.ts'
import { fixtureTemplate } from '../fixture.ts'

const template = readTemplate(fixtureTemplate())
const resolve = createResolver(template, {
  stackName: 'shop',
  apiEndpoint: 'http://localhost:1234',
  queueEndpoint: 'http://localhost:5678',
})

test('a reference is a physical name, a parameter default or a pseudo parameter', () => {
  expect(resolve({ Ref: 'Table' })).toBe('shop-Table')
  expect(resolve({ Ref: 'BootstrapVersion' })).toBe('/cdk/version')
  expect(
    ['Region', 'AccountId', 'Partition', 'StackName'].map((name) => resolve({ Ref: `AWS::${name}` })),
  ).toEqual(['local', '000000000000', 'aws', 'shop'])
})

test('attributes, joins and substitutions are resolved inside one another', () => {
  const arn = { 'Fn::GetAtt': ['Echo', 'Arn'] }
  expect(resolve({ 'Fn::Join': ['/', ['a', arn, { Ref: 'AWS::Region' }]] })).toBe(
    'a/arn:aws:lambda:local:000000000000:function:shop-Echo/local',
  )
  expect(resolve({ 'Fn::Sub': `\${Api.ApiEndpoint}/\${!kept}/\${AWS::Region}` })).toBe(
    `http://localhost:1234/\${kept}/local`,
  )
  expect(resolve({ 'Fn::Sub': [`\${Where}-\${Echo.Arn}`, { Where: { Ref: 'AWS::Region' } }] })).toBe(
    'local-arn:aws:lambda:local:000000000000:function:shop-Echo',
  )
})

test('a property set to no value is absent', () => {
  expect(resolve({ Kept: [1, null], Gone: { Ref: 'AWS::NoValue' } })).toEqual({ Kept: [1, null] })
})

test('what is not known is an error that names it', () => {
  expect(() => resolve({ 'Fn::If': ['A', 1, 2] })).toThrow('Fn::If')
  expect(() => resolve({ Ref: 'Nothing' })).toThrow('Nothing')
  expect(() => resolve({ 'Fn::GetAtt': ['Echo', 'Color'] })).toThrow('Echo.Color')
})

test('a resource that would silently not exist is refused', () => {
  const { Parameters, Resources } = fixtureTemplate()
  const mapping = { Type: 'AWS::Kinesis::Stream', Properties: {} }
  expect(() => readTemplate({ Parameters, Resources: { ...Resources, Stream: mapping } })).toThrow(
    'Stream is of type AWS::Kinesis::Stream',
  )
})
