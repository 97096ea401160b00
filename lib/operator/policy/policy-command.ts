import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Command } from 'commander'
import { KEY_ACTIONS } from '../../data/table/key-actions.ts'
import { MEDIA_PREFIX } from '../../domain/media.ts'
import { DOMAINS, mediaBucket, tableName } from '../../environment.ts'
import { CLIENT_SETTINGS } from '../command-line/aws/client-settings.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { isLocal, openTarget } from '../target.ts'
import {
  BUCKET_ACTIONS,
  INDEX_ACTIONS,
  OBJECT_ACTIONS,
  READ_ACTIONS,
  STACK_ACTIONS,
  WRITE_ACTIONS,
} from './actions.ts'

interface PolicyOptions extends CommonOptions {
  readOnly?: true
}

const NOTES = `
Prints an IAM policy as JSON: exactly the actions that these commands need, on this table and its indexes,
and with --stack on this stack and its bucket of pictures. --read-only leaves out the actions of the commands that write. sts:GetCallerIdentity, with
which a command finds out the account, needs no permission. If the table is encrypted with your own KMS key, the policy
allows its use through DynamoDB. The command itself needs dynamodb:DescribeTable.

Examples:
  npm run -s operator -- policy --stack Storefront > operator-policy.json
  npm run -s operator -- policy --stack Storefront --read-only > auditor-policy.json`

/** `policy`. */
export function addPolicyCommand(program: Command): void {
  const policy = program
    .command('policy')
    .description('print the IAM policy that operators need')
    .option('--read-only', 'only for the commands that write nothing')
    .addHelpText('after', NOTES)
  withCommonOptions(policy).action(async (options: PolicyOptions) => {
    await openTarget(options)
    if (isLocal())
      console.error(
        'This policy names the table of the local stack: --stack <name> prints the one for a deployed stack.',
      )
    const target = { ...(await describeTable()), bucket: mediaBucket() }
    console.log(JSON.stringify(policyFor(target, options), null, 2))
  })
}

interface DescribedTable {
  arn: string
  /** The customer's own key, if the table is encrypted with one. */
  keyArn: string | undefined
}

async function describeTable(): Promise<DescribedTable> {
  const client = new DynamoDBClient(CLIENT_SETTINGS)
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName() }))
    return { arn: Table?.TableArn ?? '', keyArn: Table?.SSEDescription?.KMSMasterKeyArn }
  } finally {
    client.destroy()
  }
}

interface PolicyTarget extends DescribedTable {
  /** The name of the bucket of pictures, if the environment names one. */
  bucket?: string | undefined
}

/** The policy for this table, and for the bucket of pictures; see NOTES. */
export function policyFor({ arn, keyArn, bucket }: PolicyTarget, { readOnly, stack }: PolicyOptions) {
  const allow = (Sid: string, Action: readonly string[], Resource: string) => ({
    Sid,
    Effect: 'Allow',
    Action,
    Resource,
  })
  const [, partition, , region = ''] = arn.split(':')
  const domain = DOMAINS[region.replace(/-.*/, '')] ?? 'com'
  const through = { StringEquals: { 'kms:ViaService': `dynamodb.${region}.amazonaws.${domain}` } }
  const useKey = (key: string) => ({
    ...allow('Key', readOnly ? KEY_ACTIONS.read : KEY_ACTIONS.write, key),
    Condition: through,
  })
  const ofPictures = (name: string) => {
    const bucketArn = `arn:${partition}:s3:::${name}`
    const list = allow('Bucket', BUCKET_ACTIONS, bucketArn)
    return readOnly ? [list] : [list, allow('Pictures', OBJECT_ACTIONS, `${bucketArn}/${MEDIA_PREFIX}/*`)]
  }
  return {
    Version: '2012-10-17',
    Statement: [
      allow('Table', [...READ_ACTIONS, ...(readOnly ? [] : WRITE_ACTIONS)].sort(), arn),
      allow('Indexes', INDEX_ACTIONS, `${arn}/index/*`),
      ...(keyArn === undefined ? [] : [useKey(keyArn)]),
      ...(bucket === undefined ? [] : ofPictures(bucket)),
      ...(stack === undefined ? [] : [allow('Stack', STACK_ACTIONS, stackArn(arn, stack))]),
    ],
  }
}

/** A stack is in the account and region of its table; its ARN ends with an id that changes when it is created again. */
function stackArn(table: string, stack: string): string {
  if (stack.startsWith('arn:')) return stack
  const [arn, partition, , region, account] = table.split(':')
  return [arn, partition, 'cloudformation', region, account, `stack/${stack}/*`].join(':')
}
