import { join } from 'node:path'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { ENVIRONMENT } from '../environment.ts'
import type { TableNeeds } from '../routes.ts'
import { tableStatements } from './permissions.ts'

export interface EndpointFunctionProps {
  /** The file under `functions/`, without `.ts`. */
  name: string
  needs: TableNeeds
  table: ITableV2
  bundleDir: string
  documentationUrl: string
}

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
      // Measured settings are work of their own; 1,024 MB gives most of a core, so that a cold start is short.
      memorySize: 1024,
      // Under the gateway's 30 s, so that the function can still say that it took too long.
      timeout: Duration.seconds(28),
      role: this.createRole([
        new PolicyStatement({
          actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          resources: [logGroup.logGroupArn],
        }),
        ...tableStatements(props.table, props.needs),
      ]),
      logGroup,
      environment: {
        [ENVIRONMENT.tableName]: props.table.tableName,
        [ENVIRONMENT.documentationUrl]: props.documentationUrl,
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
