import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { bundleFunctions } from '../lib/infra/bundle.ts'
import { InvalidSettings } from '../lib/infra/settings/settings.ts'
import { chooseStage } from '../lib/infra/settings/stages.ts'
import { StorefrontStack } from '../lib/infra/storefront-stack.ts'
import { STAGES } from '../storefront.config.ts'

// Without it an app with invalid settings would still write an empty assembly at its end.
const app = new App({ autoSynth: false })
try {
  const { stackName, settings } = chooseStage(STAGES, app.node.getAllContext())
  const bundleDir = join(app.outdir, 'functions')
  bundleFunctions(join(import.meta.dirname, '..'), bundleDir)
  new StorefrontStack(app, stackName, settings, bundleDir)
  app.synth()
} catch (error) {
  if (!(error instanceof InvalidSettings)) throw error
  console.error(error.message)
  process.exitCode = 1
}
