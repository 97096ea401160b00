import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template as CdkTemplate } from 'aws-cdk-lib/assertions'
import { readSettings, type Settings, type StorefrontSettings } from '../../lib/infra/settings/settings.ts'
import { StorefrontStack } from '../../lib/infra/storefront-stack.ts'
import type { Template } from './template.ts'

const KEY = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'

/** Every setting that a deployment with a table of its own can have, at once. */
export const EVERYTHING: Settings = {
  region: 'eu-central-1',
  removalPolicy: 'retain',
  requestsPerSecond: 300,
  requestBurst: 600,
  adminRequestsPerSecond: 50,
  adminRequestBurst: 70,
  searchRequestsPerSecond: 20,
  searchRequestBurst: 30,
  feedRequestsPerSecond: 3,
  feedRequestBurst: 4,
  importProductsPerSecond: 7,
  importConcurrency: 8,
  reservedConcurrency: { authorizer: 100, public: 50, admin: 20, background: 40 },
  provisionedConcurrency: { authorizer: 2, public: 1 },
  webhookConcurrency: 30,
  logRetentionDays: 90,
  tableKeyArn: KEY,
  logKeyArn: KEY,
  alarmEmail: 'operations@example.com',
  monthlyBudgetUsd: 50,
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/1234abcd-12ab-34cd-56ef-1234567890ab',
  edge: {
    domain: 'shops.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/1234abcd-12ab-34cd-56ef-1234567890ab',
    webAclArn:
      'arn:aws:wafv2:us-east-1:111122223333:global/webacl/shops/1234abcd-12ab-34cd-56ef-1234567890ab',
  },
  media: true,
  readOnly: true,
  shopPage: false,
  tracing: true,
  logCallerAddresses: true,
  warmThroughput: { readUnits: 20_000, writeUnits: 8_000 },
  tags: { team: 'shop' },
  listMemorySeconds: 0,
  documentationUrl: 'https://docs.example.com/problems',
}

/** A deployment on a table that exists. */
export const EXISTING_TABLE: StorefrontSettings = {
  region: 'eu-central-1',
  tableArn: 'arn:aws:dynamodb:eu-central-1:111122223333:table/restored',
  tableStreamArn: 'arn:aws:dynamodb:eu-central-1:111122223333:table/restored/stream/2026-11-22T00:00:00.000',
}

/** The stack of a deployment with these settings, in an app of its own, out of the bundles of an assembly. */
export function stackOf(
  settings: StorefrontSettings,
  assemblyDir: string,
  name = 'Storefront',
): StorefrontStack {
  const outdir = mkdtempSync(join(tmpdir(), 'storefront-synth-'))
  return new StorefrontStack(
    new App({ outdir }),
    name,
    readSettings(settings),
    join(assemblyDir, 'functions'),
  )
}

/**
 * Its template, which nobody changes. To synthesize one takes a second or more, so it is kept beside the assembly, for
 * every process.
 */
export function templateOf(settings: StorefrontSettings, assemblyDir: string, name?: string): Template {
  const digest = createHash('sha256').update(JSON.stringify([settings, name]))
  const file = join(assemblyDir, `kept-${digest.digest('hex')}.json`)
  if (!existsSync(file)) {
    const fresh = `${file}.${randomUUID()}`
    const template = CdkTemplate.fromStack(stackOf(settings, assemblyDir, name)).toJSON()
    writeFileSync(fresh, JSON.stringify(template))
    renameSync(fresh, file)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}
