import { Failure } from '../command-line/failure.ts'
import { isJsonObject, type JsonObject } from '../domain/body/json-object.ts'

/** One resource of a template; intrinsic functions are kept as they are. */
export interface StackResource {
  type: string
  properties: JsonObject
  /** Applies when the resource leaves the stack; without one CloudFormation deletes it. */
  deletionPolicy: string | undefined
  /** The same for the old one when an update replaces it. */
  updateReplacePolicy: string | undefined
}

/** The resources of a template by their logical ids. */
export type StackTemplate = ReadonlyMap<string, StackResource>

/** Reads the JSON text of a template that comes from `source`. Throws a `Failure` that says what is wrong with it. */
export function readStackTemplate(text: string, source: string): StackTemplate {
  const json = parsed(text, source)
  if (!isJsonObject(json) || !isJsonObject(json.Resources))
    throw new Failure(`${source} has no Resources, so it is not a CloudFormation template`)
  return new Map(
    Object.entries(json.Resources).map(([id, resource]) => [id, readResource(resource, `${source}: ${id}`)]),
  )
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Failure(`${source} is not JSON; convert a template in YAML to JSON first`, { cause })
  }
}

function readResource(resource: unknown, name: string): StackResource {
  if (!isJsonObject(resource) || typeof resource.Type !== 'string')
    throw new Failure(`${name} has no Type, so this is not a CloudFormation template`)
  const { Type, Properties, DeletionPolicy, UpdateReplacePolicy } = resource
  return {
    type: Type,
    properties: isJsonObject(Properties) ? Properties : {},
    deletionPolicy: typeof DeletionPolicy === 'string' ? DeletionPolicy : undefined,
    updateReplacePolicy: typeof UpdateReplacePolicy === 'string' ? UpdateReplacePolicy : undefined,
  }
}
