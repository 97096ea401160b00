import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { App, CloudFormationValidatePlugin, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { expect, inject, test } from 'vitest'
import type { StorefrontSettings } from '../../lib/infra/settings/settings.ts'
import { EVERYTHING, stackOf } from '../support/settings.ts'

/** Findings that were looked at, and why they stay. Anything else is a fault of the stack. */
const EXPLAINED: Record<string, string> = {
  'AwsSolutions-APIG4': 'health, 404, 405 and preflight are for everybody; routes.test.ts keeps that list',
  'AwsSolutions-IAM5[Resource::<TableCD117FA1.Arn>/stream/*]':
    'dispatch lists the streams of this table: a list is of no one stream',
  'Serverless-EventBusDLQ': 'the clock comes again: the next run finds what one that failed has not',
  'Serverless-LambdaDLQ':
    'the gateway, the stream and the queue hear of every failure, and the clock comes again: none is lost',
  'Serverless-LambdaEventSourceMappingDestination':
    'a queue has no such destination: its redrive policy leads to the dead letters, those of the stream as well',
  'Serverless-SQSRedrivePolicy': 'the queue of dead letters is the last: a person looks at it',
}

interface Report {
  pluginReports: { violations: { ruleName: string }[] }[]
}

test.each<[string, StorefrontSettings, Record<string, string>]>([
  [
    'the defaults',
    {},
    {
      'Serverless-LambdaTracing':
        'a trace costs five times the request; the setting `tracing` switches them on',
    },
  ],
  [
    'everything on',
    EVERYTHING,
    {
      'AwsSolutions-CFR1': 'a shop decides to whom it sells: what shoppers read is for every country',
      'AwsSolutions-CFR3':
        'a log of the edge is a bucket of addresses of shoppers: people who want one switch it on for the distribution',
      'AwsSolutions-IAM5[Resource::<MediaBucketBCBB02BA.Arn>/media/*]':
        'two functions put and delete pictures of every business; the code makes each key from the business of the request',
      'AwsSolutions-S1':
        'only the edge reads the bucket, and two functions write; a log of the edge is switched on there',
      'AwsSolutions-IAM5[Resource::*]':
        'X-Ray knows no resources: its two actions are allowed on `*`, or not at all',
      'Serverless-LambdaStarPermissions': 'the same finding of the other pack',
      'Serverless-SNSRedrivePolicy': 'an email address takes no redrive: SNS tries again for it by itself',
    },
  ],
])(
  'cdk-nag and the CDK find nothing with %s that is not explained, and every explanation is needed',
  (_, settings, also) => {
    const { root } = stackOf(settings, inject('assemblyDir')).node
    if (!(root instanceof App)) throw new Error('the stack stands in no app')
    // The CDK's own rules, which `CDK_VALIDATION` switches off everywhere else in the tests.
    const ownRules = new CloudFormationValidatePlugin()
    Validations.of(root).addPlugins(new AwsSolutionsChecks(root), new ServerlessChecks(root), ownRules)
    expect(() => root.synth()).toThrow('validation-report.json')
    const report: Report = JSON.parse(readFileSync(join(root.outdir, 'validation-report.json'), 'utf8'))
    const found = report.pluginReports.flatMap((plugin) => plugin.violations.map(({ ruleName }) => ruleName))
    rmSync(root.outdir, { recursive: true })
    expect([...new Set(found)].sort()).toEqual(Object.keys({ ...EXPLAINED, ...also }).sort())
  },
)
