import { join } from 'node:path'
import { Stack, Token } from 'aws-cdk-lib'
import type { IHttpApi, IHttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager'
import { type ITable, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IHostedZone } from 'aws-cdk-lib/aws-route53'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import { INDEXES } from '../data/table/schema.ts'
import type { Edge } from './edge/edge.ts'
import type { Queues } from './queues.ts'
import { InvalidSettings, readSettings, type StorefrontSettings } from './settings/settings.ts'
import { createStorefront, type StorefrontParts } from './storefront.ts'
import type { StorefrontTable } from './table.ts'

export type { Edge } from './edge/edge.ts'
export type { Queues } from './queues.ts'
export {
  type Concurrency,
  type EdgeSettings,
  InvalidSettings,
  type ReservedConcurrency,
  type StorefrontSettings,
} from './settings/settings.ts'
export type { StorefrontParts } from './storefront.ts'
export type { StorefrontTable } from './table.ts'

/**
 * The settings of a deployment. The region is that of the stack around it. Whatever another construct of your app makes can be
 * given as that construct, or as its ARN.
 */
export interface StorefrontProps extends Omit<StorefrontSettings, 'region'> {
  /** In place of `tableKeyArn`. */
  encryptionKey?: IKey
  /** In place of `certificateArn`. */
  certificate?: ICertificate
  /** In place of `hostedZoneId`. */
  hostedZone?: IHostedZone
  /** In place of `tableArn` and `tableStreamArn`, and of `tableKeyArn` if it knows its key: a table that exists, with a stream of keys. */
  existingTable?: ITable
  /** In place of `alarmTopicArn`. */
  alarmTopic?: ITopic
}

/**
 * The whole of Storefront in a stack of yours: `new Storefront(this, 'Storefront', { alarmEmail: 'operations@example.com' })`.
 * `terminationProtection` is a property of your stack; set it if the table shall stay. Throws `InvalidSettings`.
 */
export class Storefront extends Construct implements StorefrontParts {
  readonly baseUrl: string
  readonly gatewayUrl: string
  readonly apiId: string
  readonly edge: Edge | undefined
  readonly table: StorefrontTable
  readonly queues: Queues
  readonly mediaBucket: IBucket | undefined
  readonly functions: ReadonlyMap<string, IFunction>
  /** The table in the type that other constructs take. */
  readonly dynamoTable: ITable
  readonly httpApi: IHttpApi
  readonly stage: IHttpStage
  readonly alarmTopic: ITopic | undefined

  constructor(scope: Construct, id: string, props: StorefrontProps = {}) {
    super(scope, id)
    const { region } = Stack.of(this)
    const given = settingsOf(props)
    const settings = readSettings(Token.isUnresolved(region) ? given : { ...given, region })
    const parts = createStorefront(this, settings, join(import.meta.dirname, 'functions'))
    this.baseUrl = parts.baseUrl
    this.gatewayUrl = parts.gatewayUrl
    this.apiId = parts.apiId
    this.edge = parts.edge
    this.table = parts.table
    this.queues = parts.queues
    this.mediaBucket = parts.mediaBucket
    this.functions = parts.functions
    this.alarmTopic = parts.alarmTopic
    this.httpApi = parts.httpApi
    this.stage = parts.stage
    const { tableArn, streamArn: tableStreamArn, keyArn } = parts.table
    this.dynamoTable = TableV2.fromTableAttributes(this, 'DynamoTable', {
      tableArn,
      tableStreamArn,
      globalIndexes: Object.keys(INDEXES),
      // An alias is not a key, and cannot be granted.
      ...(keyArn &&
        !/:alias\//.test(keyArn) && { encryptionKey: Key.fromKeyArn(this, 'DynamoTableKey', keyArn) }),
    })
  }
}

/** The settings with the ARNs and ids of constructs that are given in place of them. Throws `InvalidSettings` for both. */
function settingsOf({
  encryptionKey,
  certificate,
  hostedZone,
  existingTable,
  alarmTopic,
  ...settings
}: StorefrontProps): Omit<StorefrontSettings, 'region'> {
  const given = Object.entries({
    tableKeyArn:
      encryptionKey?.keyArn ?? ('tableKeyArn' in settings ? undefined : existingTable?.encryptionKey?.keyArn),
    certificateArn: certificate?.certificateArn,
    hostedZoneId: hostedZone?.hostedZoneId,
    tableArn: existingTable?.tableArn,
    tableStreamArn: existingTable?.tableStreamArn,
    alarmTopicArn: alarmTopic?.topicArn,
  }).filter(([, value]) => value !== undefined)
  const twice = given.filter(([name]) => name in settings)
  if (twice.length > 0)
    throw new InvalidSettings(twice.map(([name]) => `${name}: is given as a construct, too: choose one`))
  return { ...settings, ...Object.fromEntries(given) }
}
