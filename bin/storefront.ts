import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { DEFAULT_DOCUMENTATION_URL } from '../lib/environment.ts'
import { bundleFunctions } from '../lib/infra/bundle.ts'
import { StorefrontStack } from '../lib/infra/storefront-stack.ts'

// Settings of a deployment: `context` in cdk.json, or `-c name=value`.
const app = new App()
const setting = (name: string) => app.node.tryGetContext(name)
const bundleDir = join(app.outdir, 'functions')
bundleFunctions(join(import.meta.dirname, '..'), bundleDir)
new StorefrontStack(app, 'Storefront', {
  bundleDir,
  documentationUrl: setting('documentationUrl') ?? DEFAULT_DOCUMENTATION_URL,
  throttle: { rateLimit: Number(setting('requestsPerSecond')), burstLimit: Number(setting('requestBurst')) },
})
app.synth()
