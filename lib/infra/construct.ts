import { join } from 'node:path'
import { Stack, Token } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import type { Queues } from './queues.ts'
import { readSettings, type StorefrontSettings } from './settings/settings.ts'
import { createStorefront, type StorefrontParts } from './storefront.ts'
import type { StorefrontTable } from './table.ts'

export type { Queues } from './queues.ts'
export {
  type Concurrency,
  InvalidSettings,
  type ReservedConcurrency,
  type StorefrontSettings,
} from './settings/settings.ts'
export type { StorefrontParts } from './storefront.ts'
export type { StorefrontTable } from './table.ts'

/** The settings of a deployment. The region is that of the stack around it. */
export type StorefrontProps = Omit<StorefrontSettings, 'region'>

/**
 * The whole of Storefront in a stack of yours: `new Storefront(this, 'Storefront', { alarmEmail: 'operations@example.com' })`.
 * `terminationProtection` is a property of your stack; set it if the table shall stay. Throws `InvalidSettings`.
 */
export class Storefront extends Construct implements StorefrontParts {
  readonly baseUrl: string
  readonly gatewayUrl: string
  readonly apiId: string
  readonly table: StorefrontTable
  readonly queues: Queues
  readonly functions: ReadonlyMap<string, IFunction>
  readonly alarmTopic: ITopic

  constructor(scope: Construct, id: string, props: StorefrontProps = {}) {
    super(scope, id)
    const { region } = Stack.of(this)
    const settings = readSettings(Token.isUnresolved(region) ? props : { ...props, region })
    const parts = createStorefront(this, settings, join(import.meta.dirname, 'functions'))
    this.baseUrl = parts.baseUrl
    this.gatewayUrl = parts.gatewayUrl
    this.apiId = parts.apiId
    this.table = parts.table
    this.queues = parts.queues
    this.functions = parts.functions
    this.alarmTopic = parts.alarmTopic
  }
}
