import { Aws, Stack } from 'aws-cdk-lib'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { FunctionNeeds, Trigger } from '../api/route.ts'
import type { Logs } from './monitoring/logs.ts'
import { isReading, type Resources, statementsFor } from './permissions.ts'

export interface FunctionRolesProps extends Resources {
  logs: Logs
  tracing: boolean
}

/** The needs of a function that its role is made of. */
export interface Grants {
  needs: FunctionNeeds
  /** Of a background function. */
  trigger: Trigger | undefined
  /** The log group that the function writes to. */
  log: keyof Logs
}

/** The roles of the functions. Functions with equal policies share one: a stack can have 500 resources. */
export class FunctionRoles extends Construct {
  private readonly props: FunctionRolesProps
  private readonly roles = new Map<string, Role>()

  constructor(scope: Construct, id: string, props: FunctionRolesProps) {
    super(scope, id)
    this.props = props
  }

  /** The role that allows what the route table says and no more. */
  roleFor(grants: Grants): Role {
    const policy = this.policyOf(grants)
    const key = JSON.stringify(Stack.of(this).resolve(policy))
    const role = this.roles.get(key) ?? this.createRole(nameOf(grants), policy)
    this.roles.set(key, role)
    return role
  }

  private policyOf({ needs, trigger, log }: Grants): PolicyDocument {
    const { logs, tracing } = this.props
    const toLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logs[log].logGroupArn],
    })
    // X-Ray knows no resources: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsx-ray.html
    const toTrace = new PolicyStatement({
      actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
      resources: ['*'],
    })
    const needed = statementsFor(this, needs, trigger, this.props)
    return new PolicyDocument({ statements: [toLog, ...needed, ...(tracing ? [toTrace] : [])] })
  }

  /** The policy is inside the role: a policy of its own would be one more resource. */
  private createRole(name: string, policy: PolicyDocument): Role {
    return new Role(this, name, {
      // If Lambda names the account for which it takes the role, then it must be this one. It does not say anywhere that
      // it always does: a condition that demands the key could keep every function from starting.
      assumedBy: new ServicePrincipal('lambda.amazonaws.com', {
        conditions: { StringEqualsIfExists: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
      inlinePolicies: { Function: policy },
    })
  }
}

const nameOfTrigger = (trigger: Trigger | undefined): string | undefined => {
  if (typeof trigger !== 'object') return trigger
  return 'queue' in trigger ? `queue-${trigger.queue}` : 'clock'
}

/** `AdminGetItemUpdateItem`: the log group and the grants. If two policies had one name, the CDK would refuse the second. */
function nameOf({ needs, trigger, log }: Grants): string {
  const { table, sends = [], counts = [], secrets, everyImport, everyDue, objects = [] } = needs
  const { actions = [], queries = [] } = table
  const parts = [
    log,
    ...actions.toSorted(),
    ...queries.toSorted(),
    ...sends.toSorted().map((queue) => `sends-${queue}`),
    ...counts.toSorted().map((queue) => `counts-${queue}`),
    table.only && `only-${table.only}`,
    secrets && 'secrets',
    everyImport && 'every-import',
    everyDue && 'every-due',
    ...objects,
    isReading(needs) && 'reading',
    nameOfTrigger(trigger),
  ]
  return parts
    .flatMap((part) => (part || '').split('-'))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
