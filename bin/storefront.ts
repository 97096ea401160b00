import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { DEFAULT_DOCUMENTATION_URL } from '../lib/environment.ts'
import { bundleFunctions } from '../lib/infra/bundle.ts'
import { readListMemory } from '../lib/infra/list-memory.ts'
import { StorefrontStack } from '../lib/infra/storefront-stack.ts'

// Settings of a deployment: `context` in cdk.json, or `-c name=value`.
const app = new App()
const setting = (name: string) => app.node.tryGetContext(name)
const listMemorySeconds = orEnd(() => readListMemory(setting('listMemorySeconds')))
const bundleDir = join(app.outdir, 'functions')
bundleFunctions(join(import.meta.dirname, '..'), bundleDir)
new StorefrontStack(app, 'Storefront', {
  bundleDir,
  documentationUrl: setting('documentationUrl') ?? DEFAULT_DOCUMENTATION_URL,
  listMemorySeconds,
  throttle: { rateLimit: Number(setting('requestsPerSecond')), burstLimit: Number(setting('requestBurst')) },
})
app.synth()

/** A setting, or the end of this program with the line that says what is wrong with it. */
function orEnd<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
