/** The actions that the commands which write nothing need on the table. */
export const READ_ACTIONS = [
  'dynamodb:BatchGetItem',
  'dynamodb:DescribeContinuousBackups',
  'dynamodb:DescribeTable',
  'dynamodb:DescribeTimeToLive',
  'dynamodb:GetItem',
  'dynamodb:Query',
  'dynamodb:Scan',
] as const

/** The actions that the other commands need besides. A transaction needs those of its elements. */
export const WRITE_ACTIONS = [
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
] as const

/** The only action that an index needs. */
export const INDEX_ACTIONS = ['dynamodb:Query'] as const

/** The action by which `--stack` finds the table. */
export const STACK_ACTIONS = ['cloudformation:DescribeStacks'] as const

/** The action by which `verify` looks for pictures in their bucket, and that by which other commands delete them. */
export const BUCKET_ACTIONS = ['s3:ListBucket'] as const
export const OBJECT_ACTIONS = ['s3:DeleteObject'] as const
