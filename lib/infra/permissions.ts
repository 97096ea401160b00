import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { TableNeeds } from '../route.ts'

/**
 * The policy of one function, written from what its route says it needs: exact actions on the table and Query
 * on named indexes. Never a `grant*` of the table: `grantReadData` alone would allow Scan and every index.
 */
export function tableStatements(
  table: ITableV2,
  { actions = [], queries = [] }: TableNeeds,
): PolicyStatement[] {
  const statements: PolicyStatement[] = []
  if (actions.length > 0)
    statements.push(
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [table.tableArn],
      }),
    )
  if (queries.length > 0)
    statements.push(
      new PolicyStatement({
        actions: ['dynamodb:Query'],
        resources: queries.map((index) => `${table.tableArn}/index/${index}`),
      }),
    )
  return statements
}
