import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { KEY_ACTIONS } from '../data/table/key-actions.ts'
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

/** The use of the customer's key, through DynamoDB alone. */
function keyStatement(scope: Construct, keyArn: string, actions: readonly TableAction[]): PolicyStatement {
  const { region, urlSuffix } = Stack.of(scope)
  const writes = actions.some((action) => WRITES.includes(action))
  return new PolicyStatement({
    actions: writes ? KEY_ACTIONS.write : KEY_ACTIONS.read,
    resources: [keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${region}.${urlSuffix}` } },
  })
}
