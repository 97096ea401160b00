import { expect, test, vi } from 'vitest'
import { storeMedium } from '../../../lib/data/media/media.ts'
import { mediumIdOf } from '../../../lib/data/media/medium-item.ts'
import { asTenant } from '../../../lib/data/table/calls/tenant-guard.ts'
import { mediaBucket } from '../../../lib/environment.ts'
import { neededForBucket } from '../../../lib/local/permissions/bucket-calls.ts'
import { BUCKET_ACTIONS, OBJECT_ACTIONS } from '../../../lib/operator/policy/actions.ts'
import { policyFor } from '../../../lib/operator/policy/policy-command.ts'
import { removePictures } from '../../../lib/operator/upkeep/removal/pictures.ts'
import { makeBusiness } from '../../support/shop.ts'
import { A_PIXEL } from '../../support/upload.ts'
import { operate } from '../operate.ts'

const arn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/shop'
const keyArn = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd'

const ofKey = (...args: Parameters<typeof policyFor>) =>
  policyFor(...args).Statement.filter(({ Sid }) => Sid === 'Key')

test('a table with a key of the customer allows its use through DynamoDB, for reading or for all', () => {
  const Condition = { StringEquals: { 'kms:ViaService': 'dynamodb.eu-central-1.amazonaws.com' } }
  const toRead = ['kms:Decrypt', 'kms:DescribeKey']
  const statement = { Sid: 'Key', Effect: 'Allow', Resource: keyArn, Condition }
  expect(ofKey({ arn, keyArn }, { readOnly: true })).toEqual([{ ...statement, Action: toRead }])
  expect(ofKey({ arn, keyArn }, {})).toEqual([
    { ...statement, Action: expect.arrayContaining([...toRead, 'kms:Encrypt', 'kms:GenerateDataKey']) },
  ])
})

// https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html
test.each([
  ['aws-cn', 'cn-north-1', 'amazonaws.com.cn'],
  ['aws-us-gov', 'us-gov-west-1', 'amazonaws.com'],
  ['aws-eusc', 'eusc-de-east-1', 'amazonaws.eu'],
])('in the partition %s the service has a name of its own', (partition, region, domain) => {
  const there = `arn:${partition}:dynamodb:${region}:111122223333:table/shop`
  expect(ofKey({ arn: there, keyArn }, {})).toMatchObject([
    { Condition: { StringEquals: { 'kms:ViaService': `dynamodb.${region}.${domain}` } } },
  ])
})

test('a table with a key of AWS needs none', () => {
  expect(ofKey({ arn, keyArn: undefined }, {})).toEqual([])
})

const ofBucket = (...args: Parameters<typeof policyFor>) =>
  policyFor(...args).Statement.filter(({ Action }) => Action.some((action) => action.startsWith('s3:')))

test('pictures can be listed, and deleted by those who write, in the bucket of this deployment alone', () => {
  const here = { arn, keyArn: undefined, bucket: 'shop-pictures' }
  const list = { Action: ['s3:ListBucket'], Resource: 'arn:aws:s3:::shop-pictures' }
  expect(ofBucket(here, {})).toEqual([
    { Sid: 'Bucket', Effect: 'Allow', ...list },
    {
      Sid: 'Pictures',
      Effect: 'Allow',
      Action: ['s3:DeleteObject'],
      Resource: 'arn:aws:s3:::shop-pictures/media/*',
    },
  ])
  expect(ofBucket(here, { readOnly: true })).toEqual([{ Sid: 'Bucket', Effect: 'Allow', ...list }])
  expect(ofBucket({ arn, keyArn: undefined }, {})).toEqual([])
})

test('the deletion of a business needs exactly that of its bucket', async () => {
  const { id: businessId } = await makeBusiness()
  const renditions = [{ name: '320.webp', type: 'image/webp', bytes: A_PIXEL }] as const
  const drawn = { media_type: 'image/png', bytes: A_PIXEL.length, width: 1, height: 1, renditions } as const
  const medium = { id: mediumIdOf(businessId, A_PIXEL), ...drawn }
  const needed = await asTenant(businessId, async () => {
    await storeMedium(businessId, medium, () => [])
    const sent = vi.spyOn(globalThis, 'fetch')
    await removePictures({ businessId, signal: undefined, onDeleted: () => {} })
    return sent.mock.calls.map(([url, { method = '' } = {}]) => neededForBucket(method, String(url)))
  })
  const bucket = `arn:aws:s3:::${mediaBucket()}`
  expect(needed).toEqual([
    { action: BUCKET_ACTIONS[0], resource: bucket },
    { action: OBJECT_ACTIONS[0], resource: `${bucket}/media/*` },
  ])
})

test('against a local stack it says that the policy is not for a deployed one, and how to get that', async () => {
  const { code, stdout, notes } = await operate('policy')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ Version: '2012-10-17' })
  expect(notes).toEqual([
    'This policy names the table of the local stack: --stack <name> prints the one for a deployed stack.',
  ])
})
