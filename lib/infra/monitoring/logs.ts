import { RemovalPolicy } from 'aws-cdk-lib'
import { Key } from 'aws-cdk-lib/aws-kms'
import { LogGroup, type LogGroupProps } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Settings } from '../settings/settings.ts'

/**
 * The log groups of the functions: one for all that shops and the gateway use, one for the administrative endpoints, one
 * for the background functions. One for each function would be a fifth more resources of the 500 that a stack can have.
 * The name of a log stream has the function's.
 */
export interface Logs {
  public: LogGroup
  admin: LogGroup
  background: LogGroup
}

export const createLogs = (scope: Construct, settings: Settings): Logs => ({
  public: createLogGroup(scope, 'PublicLogs', settings),
  admin: createLogGroup(scope, 'AdminLogs', settings),
  background: createLogGroup(scope, 'BackgroundLogs', settings),
})

/** A log group that ends with the stack, kept and encrypted as the settings say. */
export function createLogGroup(
  scope: Construct,
  id: string,
  { logRetentionDays, logKeyArn }: Settings,
  props: Pick<LogGroupProps, 'logGroupName'> = {},
): LogGroup {
  return new LogGroup(scope, id, {
    ...props,
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
    ...(logKeyArn !== undefined && { encryptionKey: Key.fromKeyArn(scope, `${id}Key`, logKeyArn) }),
  })
}
