import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A CloudFormation resource; intrinsic functions stand where values would. */
export interface Resource {
  Type: string
  Properties: Record<string, unknown>
  DeletionPolicy?: string
  UpdateReplacePolicy?: string
  DependsOn?: string[]
}

export interface Template {
  Resources: Record<string, Resource>
  Outputs: Record<string, unknown>
}

/** The synthesized template of an assembly. */
export const readTemplate = (assemblyDir: string): Template =>
  JSON.parse(readFileSync(join(assemblyDir, 'Storefront.template.json'), 'utf8'))

export const resourcesOf = (template: Template, type: string): Resource[] =>
  Object.values(template.Resources).filter((resource) => resource.Type === type)

/** True for an alarm with this heading in docs/operations.md, such as `TableThrottled`. */
export const isAlarm = ({ Properties }: { Properties: Record<string, unknown> }, name: string) =>
  JSON.stringify(Properties.AlarmDescription).includes(`/docs/operations#alarm-${name.toLowerCase()}"`)
