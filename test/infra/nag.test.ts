import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { expect, inject, test } from 'vitest'
import { StorefrontStack } from '../../lib/infra/storefront-stack.ts'

/** Findings that were looked at, and why they stay. Anything else is a fault of the stack. */
const EXPLAINED: Record<string, string> = {
  'AwsSolutions-APIG1': 'each function logs one line per request; a second log of the same doubles the bill',
  'Serverless-APIGWAccessLogging': 'the same finding of the other pack',
  'AwsSolutions-APIG4': 'health, 404, 405 and preflight are for everybody; routes.test.ts keeps that list',
  'Serverless-LambdaDLQ': 'the gateway invokes these functions and hears of every failure; nothing is queued',
  'Serverless-LambdaTracing': 'a trace costs five times the request; whoever wants them can switch them on',
}

interface Report {
  pluginReports: { violations: { ruleName: string }[] }[]
}

test('cdk-nag finds nothing that is not explained, and every explanation is needed', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'storefront-nag-'))
  const app = new App({ outdir })
  new StorefrontStack(app, 'Storefront', {
    bundleDir: join(inject('assemblyDir'), 'functions'),
    documentationUrl: 'https://storefront.example',
    listMemorySeconds: 1,
    throttle: { rateLimit: 1, burstLimit: 1 },
  })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
  expect(() => app.synth()).toThrow('validation-report.json')
  const report: Report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'))
  const found = report.pluginReports.flatMap((plugin) => plugin.violations.map(({ ruleName }) => ruleName))
  rmSync(outdir, { recursive: true })
  expect([...new Set(found)].sort()).toEqual(Object.keys(EXPLAINED).sort())
})
