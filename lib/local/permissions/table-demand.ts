import type { Json } from '../template/json.ts'
import type { Demand } from './judge.ts'
import { leadingKeysOf, type PartitionKeys } from './leading-keys.ts'
import { neededPermissions } from './table-calls.ts'

/** The permissions that a call to DynamoDB needs. `target` is its header `x-amz-target`. */
export function tableDemand(target: string, json: Json, partitionKeys: PartitionKeys): Demand {
  const operation = /^DynamoDB_20120810\.(\w+)$/.exec(target)?.[1]
  const needed = operation && neededPermissions(operation, json)
  return {
    // A call that cannot be read needs a permission that no role here has.
    permissions: needed || [{ action: `dynamodb:${operation}`, resource: '*' }],
    leadingKeys: operation && needed ? leadingKeysOf(operation, json, partitionKeys) : [],
  }
}
