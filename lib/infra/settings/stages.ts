import { InvalidSettings, readSettings, type Settings, type StorefrontSettings } from './settings.ts'
import { stackNameOf } from './stack-name.ts'
import { faultOf, SETTING_NAMES } from './unknown-names.ts'

/** The settings of each stage, by its name. The stage `default` is the one that a plain `npm run deploy` deploys. */
export type Stages = { default: StorefrontSettings } & Record<string, StorefrontSettings>

/** The stage that is to be deployed. */
export interface Stage {
  stackName: string
  settings: Settings
}

/** A part of the stack's name: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cfn-using-console-create-stack-parameters.html */
const STAGE_NAME = /^[a-zA-Z0-9]([a-zA-Z0-9-]{0,38}[a-zA-Z0-9])?$/

/** The context of the CDK, by its names: `-c tracing=true` arrives as a text. */
export type Context = Readonly<Record<string, unknown>>

const NAMES = ['stage', ...SETTING_NAMES]

/** Names of the CDK's own, such as `aws:cdk:enable-path-metadata` and `@aws-cdk/core:stackRelativeExports`. */
const OF_THE_CDK = /[:/]/

/**
 * The stage that `-c stage=<name>` names, `default` without it, with each setting that `-c <setting>=<value>` gives in the
 * place of its own; `null` takes it away. Throws `InvalidSettings`, also for names that are not settings: the CDK takes any.
 */
export function chooseStage(stages: Stages, context: Context): Stage {
  const unknown = Object.keys(context).filter((each) => !NAMES.includes(each) && !OF_THE_CDK.test(each))
  if (unknown.length > 0) throw new InvalidSettings(unknown.map((each) => `-c ${faultOf(each, NAMES)}`))
  const name = context.stage ?? 'default'
  const own = typeof name === 'string' && Object.hasOwn(stages, name) ? stages[name] : undefined
  if (typeof name !== 'string' || !own)
    throw new InvalidSettings([
      `stage: storefront.config.ts has no stage ${JSON.stringify(name)}; it has ${Object.keys(stages).join(', ')}`,
    ])
  if (!STAGE_NAME.test(name))
    throw new InvalidSettings([
      `stage: the name must be 1 to 40 letters, digits and hyphens, not ${JSON.stringify(name)}`,
    ])
  const given = SETTING_NAMES.flatMap((setting) => {
    const value = parsed(context[setting])
    return value === undefined ? [] : [[setting, value] as const]
  })
  const takenAway = new Set<string>(given.flatMap(([setting, value]) => (value === null ? [setting] : [])))
  const kept = Object.entries({ ...own, ...Object.fromEntries(given) }).filter(([one]) => !takenAway.has(one))
  const settings = readSettings(Object.fromEntries(kept))
  return { stackName: stackNameOf(name), settings }
}

/** A text from the command line as its value: `500`, `true` and `{"a":"b"}` are JSON, `eu-central-1` is not. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
