import type { Denial, FunctionRole, Permission } from './permissions.ts'

/** A permission that a function has, has used, or was refused. */
export interface FunctionPermission extends Permission {
  functionId: string
}

/** The permissions of the roles, and those that calls have needed until now; each entry once. */
export interface PermissionRecord {
  granted: FunctionPermission[]
  /** Needed by calls that were allowed. */
  used: FunctionPermission[]
  /** Missing from refused calls; callers other than functions appear under their access key. */
  refused: FunctionPermission[]
}

/** The permissions that a call to a service needs. */
export interface Demand {
  permissions: Permission[]
  /** The partition keys of the items it is about; undefined if they cannot be told. A call about no item has none. */
  leadingKeys?: LeadingKey[] | undefined
}

/** The partition key of an item of a table or an index, and the action on that item. */
export interface LeadingKey {
  action: string
  /** its ARN */
  resource: string
  value: string
}

/** The reason to refuse a call: the caller is not a function of the template, or its role does not allow the call. */
export type Refusal = 'unknown caller' | { arn: string; permission: Permission; isDenied: boolean }

/** Decides about the calls of functions and remembers them. */
export interface Judge {
  /** Lets these functions do what their roles allow; until then nobody may do anything. */
  admit(roles: FunctionRole[]): void
  /** Why a call is refused, or undefined if it may be carried out. */
  refusalOf(authorization: string | undefined, demand: Demand): Refusal | undefined
  /**
   * Takes note of what is done under the role of a function by somebody else, as by an event source mapping. Throws one
   * line, with who it is, if the role does not allow all of it.
   */
  useFor(functionId: string, who: string, permissions: Permission[]): void
  record(): PermissionRecord
}

export function createJudge(): Judge {
  let roleOf = new Map<string, FunctionRole>()
  let granted = new Map<string, FunctionPermission>()
  const used = new Map<string, FunctionPermission>()
  const refused = new Map<string, FunctionPermission>()

  function judge(functionId: string, { permissions, leadingKeys }: Demand): Refusal | undefined {
    const asked = entries([[functionId, permissions]])
    const role = roleOf.get(functionId)
    if (!role) {
      for (const [name, permission] of asked) refused.set(name, permission)
      return 'unknown caller'
    }
    const denied = role.denials.some((denial) => isDeniedBy(denial, { permissions, leadingKeys }))
    const lacking = [...asked].find(([name]) => denied || !granted.has(name))
    if (lacking) {
      refused.set(...lacking)
      return { arn: role.arn, permission: lacking[1], isDenied: denied }
    }
    for (const [name, permission] of asked) used.set(name, permission)
    return undefined
  }

  return {
    admit(roles) {
      roleOf = new Map(roles.map((role) => [role.functionId, role]))
      granted = entries(roles.map(({ functionId, permissions }) => [functionId, permissions]))
    },
    refusalOf: (authorization, demand) => judge(accessKeyOf(authorization), demand),
    useFor(functionId, who, permissions) {
      const lacking = permissions.find((permission) =>
        judge(functionId, { permissions: [permission], leadingKeys: [] }),
      )
      if (lacking)
        throw new Error(
          `${who} needs ${lacking.action} on ${lacking.resource}, which the role of ${functionId} does not allow.`,
        )
    },
    record: () => ({
      granted: [...granted.values()],
      used: [...used.values()],
      refused: [...refused.values()],
    }),
  }
}

/** A call whose items cannot be told could be about a denied one. */
function isDeniedBy(
  { resource, action, partitions, isOfOthers }: Denial,
  { permissions, leadingKeys }: Demand,
): boolean {
  const isDenied = (one: { action: string }) => action === 'dynamodb:*' || one.action === action
  const isMeant = (key: LeadingKey) =>
    isDenied(key) &&
    key.resource === resource &&
    partitions.some((one) => isLike(one, key.value)) !== isOfOthers
  return leadingKeys === undefined ? permissions.some(isDenied) : leadingKeys.some(isMeant)
}

/**
 * `StringLike`: `*` matches any characters, `?` one.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html#Conditions_String
 */
function isLike(pattern: string, value: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${source}$`, 'su').test(value)
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

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html */
export function denialText({ arn, permission, isDenied }: Exclude<Refusal, string>): string {
  const { action, resource } = permission
  const reason = isDenied
    ? 'with an explicit deny in an identity-based policy'
    : `because no identity-based policy allows the ${action} action`
  return `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} ${reason}`
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
export const INVALID_TOKEN = 'The security token included in the request is invalid.'
