import { type Resource, resourcesOf, type Template } from '../support/template.ts'

/** One statement of a policy; `Action` is a text if there is one. */
export interface Statement {
  Action: string | string[]
  Effect: string
  Resource: unknown
  Condition?: unknown
}

/** A function by its file under `functions/`. */
export function lambdaOf(template: Template, name: string): Resource {
  const lambda = resourcesOf(template, 'AWS::Lambda::Function').find(
    ({ Properties }) => Properties.Description === `Storefront ${name}`,
  )
  if (!lambda) throw new Error(`there is no function ${name}`)
  return lambda
}

/** The role of a function as the template writes it. */
export function roleOf(template: Template, name: string): Resource {
  const reference = lambdaOf(template, name).Properties.Role as { 'Fn::GetAtt': [string, string] }
  const role = template.Resources[reference['Fn::GetAtt'][0]]
  if (!role) throw new Error(`${name} has no role`)
  return role
}

/** Everything that a role allows and denies. */
export function statementsOf(role: Resource): Statement[] {
  const policies = role.Properties.Policies as { PolicyDocument: { Statement: Statement[] } }[]
  return policies.flatMap((policy) => policy.PolicyDocument.Statement)
}
