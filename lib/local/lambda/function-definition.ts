import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Assembly } from '../template/assembly.ts'
import { ACCOUNT_ID, REGION, type Resolve } from '../template/intrinsics.ts'
import type { JsonObject } from '../template/json.ts'
import { type Resource, refuseProperties, resourcesOfType } from '../template/template.ts'

/** One Lambda function of the template, with everything that running it needs. */
export interface FunctionDefinition {
  logicalId: string
  name: string
  arn: string
  codeDir: string
  /** `<file>.<export>`, as in the template. */
  handler: string
  timeoutMs: number
  memoryMb: number
  environment: { [name: string]: string }
}

/**
 * The template's functions, with their environment resolved; `serviceEnvironment` points the SDK at the services of
 * this machine, and `addresses` take the place of those that the template has for services that are elsewhere here. Throws when a function uses something that is not imitated (layers, a VPC, inline code, …).
 */
export function readFunctions(
  assembly: Assembly,
  resolve: Resolve,
  serviceEnvironment: { [name: string]: string },
  addresses: { [name: string]: string } = {},
): FunctionDefinition[] {
  return resourcesOfType(assembly.template, 'AWS::Lambda::Function').map((resource) => {
    refuseProperties(resource, ['Layers', 'VpcConfig', 'FileSystemConfigs', 'ImageConfig', 'SnapStart'])
    const { Code, Handler, Runtime, Timeout, MemorySize, LoggingConfig } = resource.properties
    const key = isJsonObject(Code) ? resolve(Code.S3Key) : null
    if (typeof key !== 'string' || !String(Runtime).startsWith('nodejs')) {
      throw new Error(`${resource.logicalId} must be a Node function whose code is an asset`)
    }
    const named = {
      logicalId: resource.logicalId,
      name: String(resolve({ Ref: resource.logicalId })),
      arn: String(resolve({ 'Fn::GetAtt': [resource.logicalId, 'Arn'] })),
      codeDir: assembly.assetPath(key),
      handler: String(resolve(Handler)),
      // Lambda's own defaults: https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
      timeoutMs: Number(resolve(Timeout ?? 3)) * 1000,
      memoryMb: Number(resolve(MemorySize ?? 128)),
    }
    const own = ownEnvironment(resource, resolve)
    const environment = {
      ...runtimeEnvironment(named),
      ...loggingEnvironment(isJsonObject(LoggingConfig) ? LoggingConfig : {}),
      ...serviceEnvironment,
      ...own,
      ...Object.fromEntries(Object.entries(addresses).filter(([name]) => name in own)),
    }
    return { ...named, environment }
  })
}

function ownEnvironment(resource: Resource, resolve: Resolve): { [name: string]: string } {
  const { Environment } = resource.properties
  const variables = resolve(isJsonObject(Environment) ? Environment.Variables : {})
  return Object.fromEntries(
    Object.entries(isJsonObject(variables) ? variables : {}).map(([name, value]) => [name, String(value)]),
  )
}

/**
 * The settings of the function's log (function-console.ts). Only the JSON format has a level.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-advanced.html
 */
function loggingEnvironment({ LogFormat = 'Text', ApplicationLogLevel = 'INFO' }: JsonObject) {
  return {
    AWS_LAMBDA_LOG_FORMAT: String(LogFormat),
    ...(LogFormat === 'JSON' && { AWS_LAMBDA_LOG_LEVEL: String(ApplicationLogLevel) }),
  }
}

/**
 * The variables Lambda itself sets.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 *
 * The access key is made from the logical id, so that a call to a service shows the function that made it. DynamoDB
 * Local takes letters and digits only, which is what logical ids consist of.
 */
function runtimeEnvironment(of: {
  logicalId: string
  name: string
  codeDir: string
  handler: string
  memoryMb: number
}) {
  return {
    AWS_ACCESS_KEY_ID: of.logicalId,
    AWS_SECRET_ACCESS_KEY: `secret${ACCOUNT_ID}`,
    AWS_SESSION_TOKEN: `session${ACCOUNT_ID}`,
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: of.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(of.memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${of.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: of.codeDir,
    TZ: ':UTC',
    _HANDLER: of.handler,
  }
}
