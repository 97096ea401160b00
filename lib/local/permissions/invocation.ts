import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Resolve } from '../template/intrinsics.ts'
import type { Json } from '../template/json.ts'
import type { Resource, Template } from '../template/template.ts'
import { listOf, rightsOf, roleNamedBy } from './permissions.ts'

/**
 * True if API Gateway may invoke the function under the role that this property of an integration or an authorizer names:
 * it can take the role, and the role allows it. A trust policy with a condition is not interpreted: the role is not taken.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 *
 * Throws if no role of the template is named. AWS would then go by the function's own policy, which is not imitated.
 */
export function mayInvoke(
  functionArn: string,
  { resource, property }: { resource: Resource; property: string },
  template: Template,
  resolve: Resolve,
): boolean {
  const role = roleNamedBy(resource, property, template, resolve)
  const { permissions } = rightsOf(role, template, resolve)
  return (
    isTakenBy('apigateway.amazonaws.com', resolve(role.properties.AssumeRolePolicyDocument)) &&
    permissions.some(
      (allowed) => allowed.action === 'lambda:InvokeFunction' && allowed.resource === functionArn,
    )
  )
}

function isTakenBy(service: string, trust: Json): boolean {
  const statements = isJsonObject(trust) ? listOf(trust.Statement) : []
  return statements.some(
    (statement) =>
      isJsonObject(statement) &&
      statement.Effect === 'Allow' &&
      statement.Action === 'sts:AssumeRole' &&
      isJsonObject(statement.Principal) &&
      listOf(statement.Principal.Service).includes(service) &&
      statement.Condition === undefined,
  )
}
