import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { DEFAULT_DOCUMENTATION_URL } from '../lib/environment.ts'
import { bundleFunctions } from '../lib/infra/bundle.ts'
import { StorefrontStack } from '../lib/infra/storefront-stack.ts'

const projectDir = join(import.meta.dirname, '..')
const app = new App()
const bundleDir = join(app.outdir, 'functions')
bundleFunctions(projectDir, bundleDir)
new StorefrontStack(app, 'Storefront', {
  bundleDir,
  documentationUrl: app.node.tryGetContext('documentationUrl') ?? DEFAULT_DOCUMENTATION_URL,
  throttle: { rateLimit: 500, burstLimit: 1000 },
})
app.synth()
