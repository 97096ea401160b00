import { join } from 'node:path'
import { Duration } from 'aws-cdk-lib'
import type { IRole } from 'aws-cdk-lib/aws-iam'
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { FunctionNeeds, Trigger } from '../api/route.ts'
import { ENVIRONMENT } from '../environment.ts'
import { environmentFor } from './function-environment.ts'
import { type FunctionKind, isKeptReady, memoryFor } from './function-kind.ts'
import { type Queues, wakesItself } from './queues.ts'
import type { Settings } from './settings/settings.ts'
import type { StorefrontTable } from './table.ts'

export interface EndpointFunctionProps {
  /** `function` is the file under `functions/`, without `.ts`. */
  needs: FunctionNeeds
  kind: FunctionKind
  /** Of a background function. */
  trigger?: Trigger | undefined
  timeoutS: number
  /** If it needs more than others of its kind, in MB. */
  memoryMb?: number | undefined
  table: StorefrontTable
  queues: Queues
  /** That of pictures, if the settings have them. */
  bucket?: IBucket | undefined
  logGroup: ILogGroup
  role: IRole
  bundleDir: string
  settings: Settings
}

/** One function. */
export class EndpointFunction extends Construct {
  readonly lambda: LambdaFunction
  /** The gateway's target: the function, or the alias with provisioned concurrency. */
  readonly target: IFunction

  constructor(scope: Construct, id: string, props: EndpointFunctionProps) {
    super(scope, id)
    const { needs, kind, trigger, timeoutS, memoryMb, table, queues, bucket, logGroup, role, settings } =
      props
    const { reservedConcurrency, provisionedConcurrency, documentationUrl } = settings
    this.lambda = new LambdaFunction(this, 'Function', {
      description: `Storefront ${needs.function}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(props.bundleDir, needs.function)),
      handler: 'index.handler',
      memorySize: memoryMb ?? memoryFor(kind),
      timeout: Duration.seconds(timeoutS),
      role,
      reservedConcurrentExecutions: reservedConcurrency[kind],
      ...(wakesItself(needs, trigger) && { recursiveLoop: RecursiveLoop.ALLOW }),
      logGroup,
      // A line per request is ours (lib/log.ts); Lambda's own, two for each of two functions, would be three times its
      // bytes. What went wrong, a crash or a timeout, it writes at WARN (docs/decisions/0016).
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      environment: {
        [ENVIRONMENT.tableName]: table.tableName,
        ...(documentationUrl && { [ENVIRONMENT.documentationUrl]: documentationUrl }),
        ...Object.fromEntries(
          (needs.sends ?? []).map((queue) => [ENVIRONMENT.queueUrls[queue], queues[queue].queueUrl]),
        ),
        ...environmentFor(needs, settings, bucket),
      },
    })
    if (settings.tracing) this.trace()
    this.target = this.keepReady(isKeptReady(kind) ? provisionedConcurrency[kind] : undefined)
  }

  /** The CDK's own `tracing` would add a policy resource to each function. */
  private trace(): void {
    const { defaultChild } = this.lambda.node
    if (defaultChild instanceof CfnFunction) defaultChild.tracingConfig = { mode: 'Active' }
  }

  /** Only a version can be kept ready; the alias leads to the newest. */
  private keepReady(instances: number | undefined): IFunction {
    if (instances === undefined) return this.lambda
    return new Alias(this, 'Live', {
      aliasName: 'live',
      version: this.lambda.currentVersion,
      provisionedConcurrentExecutions: instances,
    })
  }
}
