import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { createOutputs } from './outputs.ts'
import type { Settings } from './settings/settings.ts'
import { createStorefront } from './storefront.ts'

/** The project's own stack. Its parts are in it directly, so that they keep their logical ids, and with them the data. */
export class StorefrontStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, bundleDir: string) {
    const { region, removalPolicy } = settings
    super(scope, id, {
      description: 'Storefront: a store-management REST API for many businesses',
      terminationProtection: removalPolicy === 'retain',
      ...(region !== undefined && { env: { region } }),
    } satisfies StackProps)
    createOutputs(this, createStorefront(this, settings, bundleDir), settings)
  }
}
