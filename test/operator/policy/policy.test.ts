import { expect, test } from 'vitest'
import { policyFor } from '../../../lib/operator/policy/policy-command.ts'

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

test('a table with a key of AWS needs none', () => {
  expect(ofKey({ arn, keyArn: undefined }, {})).toEqual([])
})
