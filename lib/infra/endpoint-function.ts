import { join } from 'node:path'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { ENVIRONMENT } from '../environment.ts'
import type { TableNeeds } from '../route.ts'
import { type ListMemorySeconds, listMemoryEnvironment } from './list-memory.ts'
import { type Callers, memoryFor } from './memory.ts'
import { tableStatements } from './permissions.ts'

export interface EndpointFunctionProps {
  /** The file under `functions/`, without `.ts`. */
  name: string
  needs: TableNeeds
  callers: Callers
  table: ITableV2
  bundleDir: string
  documentationUrl: string
  listMemorySeconds: ListMemorySeconds
}

/** Less than the gateway waits, 30 s for an endpoint, so that this can still say that it took too long. */
const timeoutFor = (callers: Callers) =>
  // For an authorizer it waits 10 s; that one gives up after 8 (lib/access/identify.ts).
  Duration.seconds(callers === 'gateway' ? 10 : 28)

/** One function with a log group and a role of its own; the role allows what the route table says and no more. */
export class EndpointFunction extends Construct {
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, props: EndpointFunctionProps) {
    super(scope, id)
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.lambda = new LambdaFunction(this, 'Function', {
      description: `Storefront ${props.name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(props.bundleDir, props.name)),
      handler: 'index.handler',
      memorySize: memoryFor(props.callers),
      timeout: timeoutFor(props.callers),
      role: this.createRole([
        new PolicyStatement({
          actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          resources: [logGroup.logGroupArn],
        }),
        ...tableStatements(props.table, props.needs),
      ]),
      logGroup,
      // A line per request is ours (lib/log.ts); Lambda's own, two for each of two functions, would be three times its
      // bytes. What went wrong, a crash or a timeout, it writes at WARN (docs/decisions/0016).
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      environment: {
        [ENVIRONMENT.tableName]: props.table.tableName,
        [ENVIRONMENT.documentationUrl]: props.documentationUrl,
        ...listMemoryEnvironment(props.name, props.listMemorySeconds),
      },
    })
  }

  /** The policy stands inside the role: one resource less per function of the 500 a stack may have. */
  private createRole(statements: PolicyStatement[]): Role {
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Function: new PolicyDocument({ statements }) },
    })
  }
}
