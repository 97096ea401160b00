import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import type { TableAction, TableNeeds } from '../route.ts'
import type { StorefrontTable } from './table.ts'

/**
 * The policy of one function, written from what its route says it needs: exact actions on the table and Query
 * on named indexes. Never a `grant*` of the table: `grantReadData` alone would allow Scan and every index.
 */
export function tableStatements(
  scope: Construct,
  { tableArn, keyArn }: StorefrontTable,
  { actions = [], queries = [] }: TableNeeds,
): PolicyStatement[] {
  const statements: PolicyStatement[] = []
  if (actions.length > 0)
    statements.push(
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [tableArn],
      }),
    )
  if (queries.length > 0)
    statements.push(
      new PolicyStatement({
        actions: ['dynamodb:Query'],
        resources: queries.map((index) => `${tableArn}/index/${index}`),
      }),
    )
  if (keyArn !== undefined && statements.length > 0) statements.push(keyStatement(scope, keyArn, actions))
  return statements
}

const WRITES: readonly TableAction[] = ['PutItem', 'UpdateItem', 'DeleteItem']

// What `grantReadData` and `grantWriteData` of the CDK add for a table with a key (aws-dynamodb/lib/perms), their
// wildcards written out: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
const TO_READ = ['Decrypt', 'DescribeKey']
const TO_WRITE = [
  'Encrypt',
  'ReEncryptFrom',
  'ReEncryptTo',
  'GenerateDataKey',
  'GenerateDataKeyPair',
  'GenerateDataKeyPairWithoutPlaintext',
  'GenerateDataKeyWithoutPlaintext',
]

/** DynamoDB uses the table's key in the name of whoever calls it: a role that reads or writes needs the key too, for that alone. */
function keyStatement(scope: Construct, keyArn: string, actions: readonly TableAction[]): PolicyStatement {
  const { region, urlSuffix } = Stack.of(scope)
  const uses = actions.some((action) => WRITES.includes(action)) ? [...TO_READ, ...TO_WRITE] : TO_READ
  return new PolicyStatement({
    actions: uses.map((use) => `kms:${use}`),
    resources: [keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${region}.${urlSuffix}` } },
  })
}
