import type { Json } from '../template/json.ts'
import type { Demand } from './judge.ts'
import { leadingKeysOf, type PartitionKeys } from './leading-keys.ts'
import { neededPermissions } from './table-calls.ts'

/** What a call to DynamoDB asks for. `target` is its header `x-amz-target`, the body is as it was sent. */
export function tableDemand(target: string, body: Buffer, partitionKeys: PartitionKeys): Demand {
  const operation = /^DynamoDB_20120810\.(\w+)$/.exec(target)?.[1]
  const json = parse(body)
  const needed = operation && neededPermissions(operation, json)
  return {
    // What cannot be told is something that no role here allows.
    permissions: needed || [{ action: `dynamodb:${operation}`, resource: '*' }],
    leadingKeys: operation && needed ? leadingKeysOf(operation, json, partitionKeys) : [],
  }
}

function parse(body: Buffer): Json {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
