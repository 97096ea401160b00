import type { Stages } from './lib/infra/settings/stages.ts'

/**
 * The settings of your deployments: one entry for each stage. `docs/settings.md` has every setting with its
 * default. `npm run deploy` deploys `default` as the stack `Storefront`; `npm run deploy -- -c stage=staging` deploys
 * `staging` as the stack `Storefront-staging`, beside it, with a table and an API of its own.
 */
export const STAGES: Stages = {
  default: {},
  staging: { removalPolicy: 'destroy' },
}
