import { isJsonObject } from '../../domain/json-object.ts'
import type { Json } from '../template/json.ts'
import type { FunctionRole, Permission } from './permissions.ts'
import { neededPermissions } from './table-calls.ts'

/** What a function may do, did or was refused. */
export interface FunctionPermission extends Permission {
  functionId: string
}

/** What the roles allow, and what was asked for until now; each entry once. */
export interface PermissionRecord {
  granted: FunctionPermission[]
  /** What the calls needed that were let through. */
  used: FunctionPermission[]
  /** What the calls lacked that were not; a caller that is no function stands here under its access key. */
  refused: FunctionPermission[]
}

/** A call to DynamoDB, as far as its permissions go. */
export interface TableCall {
  authorization: string | undefined
  target: string
  body: Buffer
}

/** An error that DynamoDB answers; its services disagree on how to write `message`. */
export interface TableRefusal {
  type: string
  message: { message: string } | { Message: string }
}

/** Decides about calls and remembers them. */
export function createJudge(roles: FunctionRole[]) {
  const roleOf = new Map(roles.map((role) => [role.functionId, role]))
  const granted = entries(roles.map(({ functionId, permissions }) => [functionId, permissions]))
  const used = new Map<string, FunctionPermission>()
  const refused = new Map<string, FunctionPermission>()

  return {
    /** Why a call is refused, or undefined if it may be carried out. */
    refusalOf(call: TableCall): TableRefusal | undefined {
      const key = accessKeyOf(call.authorization)
      const operation = /^DynamoDB_20120810\.(\w+)$/.exec(call.target)?.[1]
      const needed = operation && neededPermissions(operation, parse(call.body))
      // What cannot be told is something that no role here allows.
      const asked = entries([[key, needed || [{ action: `dynamodb:${operation}`, resource: '*' }]]])
      const role = roleOf.get(key)
      if (!role) {
        for (const [name, permission] of asked) refused.set(name, permission)
        return unknownCaller
      }
      const missing = [...asked].find(([name]) => !granted.has(name))
      if (missing) {
        refused.set(...missing)
        return accessDenied(role, missing[1])
      }
      for (const [name, permission] of asked) used.set(name, permission)
      return undefined
    },
    record: (): PermissionRecord => ({
      granted: [...granted.values()],
      used: [...used.values()],
      refused: [...refused.values()],
    }),
  }
}

/** Permissions of functions, each under a name that no other has. */
function entries(of: [functionId: string, permissions: Permission[]][]): Map<string, FunctionPermission> {
  return new Map(
    of.flatMap(([functionId, permissions]) =>
      permissions.map(({ action, resource }): [string, FunctionPermission] => [
        `${functionId} ${action} ${resource}`,
        { functionId, action, resource },
      ]),
    ),
  )
}

/**
 * The access key of a request that was signed.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-signing-elements.html
 */
const accessKeyOf = (authorization = '') =>
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\//.exec(authorization)?.[1] ?? ''

function parse(body: Buffer): Json {
  try {
    const json: Json = JSON.parse(body.toString())
    return isJsonObject(json) ? json : null
  } catch {
    return null
  }
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html */
function accessDenied({ arn }: FunctionRole, { action, resource }: Permission): TableRefusal {
  const what = `User: ${arn} is not authorized to perform: ${action} on resource: ${resource}`
  return {
    type: 'AccessDeniedException',
    message: { Message: `${what} because no identity-based policy allows the ${action} action` },
  }
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
const unknownCaller: TableRefusal = {
  type: 'UnrecognizedClientException',
  message: { message: 'The security token included in the request is invalid.' },
}
