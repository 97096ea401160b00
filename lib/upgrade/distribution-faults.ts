import { isJsonObject, type JsonObject } from '../domain/body/json-object.ts'
import type { Fault } from './finding.ts'

/** The faults of an update of a distribution, which changes in place: addresses that then no longer lead anywhere. */
export function distributionFaults(old: JsonObject, now: JsonObject): Fault[] {
  const [before, after] = [configOf(old), configOf(now)]
  return [
    ...gone(aliasesOf(before), aliasesOf(after)).map(aliasGone),
    ...gone(pathsOf(before), pathsOf(after)).map(pathGone),
    ...(after.Enabled === false && before.Enabled !== false ? [SWITCHED_OFF] : []),
  ]
}

const configOf = ({ DistributionConfig }: JsonObject): JsonObject =>
  isJsonObject(DistributionConfig) ? DistributionConfig : {}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** As JSON: a name can be an intrinsic function. */
const aliasesOf = ({ Aliases }: JsonObject) => listOf(Aliases).map((alias) => JSON.stringify(alias))

/** The paths that have a behavior of their own, such as `/media/*`. */
const pathsOf = ({ CacheBehaviors }: JsonObject) =>
  listOf(CacheBehaviors).flatMap((behavior) => (isJsonObject(behavior) ? [String(behavior.PathPattern)] : []))

const gone = (before: readonly string[], after: readonly string[]) =>
  before.filter((each) => !after.includes(each))

const aliasGone = (alias: string): Fault => ({
  isAcceptable: true,
  what: `the alias ${alias} is not in the new template`,
  why: 'shops that use this address, and products with pictures there, then get errors',
  todo: 'set edge.domain back',
})

const pathGone = (path: string): Fault => ({
  isAcceptable: true,
  what: `the path ${path} is not in the new template`,
  why: 'addresses there, such as those of pictures in products, then show nothing',
  todo: 'for /media/* set media of the stage to true again (docs/media.md, "Turn it off")',
})

const SWITCHED_OFF: Fault = {
  isAcceptable: true,
  what: 'the distribution is switched off',
  why: 'it then serves nothing to any shop',
  todo: 'set Enabled to true again',
}
