import { join } from 'node:path'
import { plural } from '../../domain/text/plural.ts'
import { throttlesOf } from '../../infra/route-keys.ts'
import type { Stage } from '../../infra/settings/stages.ts'
import { Failure } from '../command-line/failure.ts'
import { concurrencyAdvice, keptReady, reservationFault, reservedInstances } from './concurrency.ts'

/** The outside world of a deployment: programs that it runs, questions to AWS and to the person. */
export interface Tools {
  /** Runs one of the project's scripts, its output on the terminal. Throws a `Failure` if it fails. */
  script: (name: string, ...args: string[]) => Promise<void>
  /** Runs the CDK's command line in the same way. */
  cdk: (...args: string[]) => Promise<void>
  /** The account and region, in words. */
  describePlace: () => Promise<string>
  /** How many functions can run at once in the account and region. */
  readConcurrency: () => Promise<number>
  /** The outputs of a deployed stack; undefined if there is none of this name. */
  findOutputs: (stackName: string) => Promise<ReadonlyMap<string, string> | undefined>
  /** The keys of the routes for which the API's stage has limits of their own, of routes that are gone too. */
  limitedRouteKeys: (apiId: string) => Promise<string[]>
  /** Removes such limits from the stage. */
  removeLimits: (apiId: string, routeKey: string) => Promise<void>
  /** Resolves if a person agrees; throws a `Failure` otherwise. */
  confirm: (question: string) => Promise<void>
  say: (line: string) => void
}

/** The options of the command line. */
export interface Wishes {
  /** Leaves out the checks of the code, which a pipeline has already done. */
  noCheck?: boolean
  /** `name=value` settings for the synthesis. */
  context: readonly string[]
  /** Logical ids whose loss or replacement is accepted. */
  accept: readonly string[]
}

/** The folder into which the CDK writes the assembly that is then compared and deployed. */
const ASSEMBLY = 'cdk.out'

/**
 * Deploys a stage: check, synthesis, comparison, a person's yes, deployment, and a look from outside. Throws a `Failure` at
 * the first step that fails; until the yes no resource changes:
 * `cdk diff` of a new stack makes an empty one with a change set, and deletes both.
 */
export async function deploy(
  { stackName, settings }: Stage,
  { context, accept, noCheck = false }: Wishes,
  tools: Tools,
): Promise<void> {
  const { script, cdk, say } = tools
  const place = await tools.describePlace()
  say(`${stackName}, ${place}`)
  const limit = await tools.readConcurrency()
  const fault = reservationFault(reservedInstances(settings), limit)
  if (fault) throw new Failure(fault)
  if (!noCheck) await script('check')
  await cdk('synth', '--quiet', ...optionsOf('-c', context))
  // A stack that was only prepared has no outputs yet.
  const before = await tools.findOutputs(stackName)
  const isDeployed = before?.has('BaseUrl') === true
  const template = join(ASSEMBLY, `${stackName}.template.json`)
  const options = [...optionsOf('-c', context), ...optionsOf('--accept', accept)]
  if (isDeployed) await script('upgrade-check', '--stack', stackName, '--new', template, ...options)
  await cdk('diff', '--app', ASSEMBLY, stackName)
  if (settings.alarmEmail === undefined && settings.alarmTopicArn === undefined) say(NO_ALARMS)
  await tools.confirm(`Deploy ${stackName} into ${place}${readyAt(settings)}?`)
  const apiId = before?.get('ApiId')
  if (apiId !== undefined) await removeLeftLimits(apiId, settings, tools)
  await cdk('deploy', '--app', ASSEMBLY, stackName, '--require-approval', 'never')
  const outputs = (await tools.findOutputs(stackName)) ?? new Map()
  // A domain name may have no DNS record yet.
  const baseUrl = outputs.get('GatewayUrl') ?? outputs.get('BaseUrl')
  if (baseUrl === undefined) throw new Failure(`the stack ${stackName} has no output BaseUrl`)
  say(`${stackName} is deployed at ${baseUrl}. Checking it from outside:`)
  await script('smoke', baseUrl)
  const advice = concurrencyAdvice(limit)
  for (const line of nextSteps(stackName, !isDeployed, settings)) say(line)
  if (advice) say(advice)
}

/**
 * Removes the limits that the new version does not name. CloudFormation only adds to the limits of a stage: what an earlier
 * version named would go before the limits of `/admin`, also where these are to stop all writers, and API Gateway refuses every
 * change of a stage that names a route which is gone (docs/decisions/0072).
 */
async function removeLeftLimits(apiId: string, settings: Stage['settings'], tools: Tools): Promise<void> {
  const named = throttlesOf(settings)
  for (const routeKey of await tools.limitedRouteKeys(apiId)) {
    if (named.has(routeKey)) continue
    await tools.removeLimits(apiId, routeKey)
    tools.say(`Removed the limits of "${routeKey}" from the stage: this version gives it none of its own.`)
  }
}

/** The part of the question about what costs money all the time; empty without it. */
function readyAt(settings: Stage['settings']): string {
  const { instances, usdAMonth } = keptReady(settings)
  if (instances === 0) return ''
  return `, and keep ${instances} ${plural(instances, 'instance')} ready for about $${Math.round(usdAMonth)} a month`
}

const NO_ALARMS =
  'WARNING: this stage has no alarms, because nobody would get them: set alarmEmail or alarmTopicArn in storefront.config.ts'

function nextSteps(
  stackName: string,
  isFirst: boolean,
  { alarmEmail, readOnly }: Stage['settings'],
): string[] {
  if (readOnly)
    return [
      'This stage is read-only: every write gets 503 read_only. Wait five minutes until everything under way has ended (docs/operations.md, "Read-only").',
    ]
  if (!isFirst)
    return [
      'Next: read "Upgrade and roll-back" of this version in CHANGELOG.md. If it says that cards changed:',
      `  npm run operator -- reindex --stack ${stackName} --every-business`,
    ]
  return [
    'Next:',
    ...(alarmEmail ? [`  confirm the email from AWS to ${alarmEmail}: alarms start only then`] : []),
    `  npm run operator -- business create --stack ${stackName} --slug <slug> --name <name> --currency <code>`,
    `  npm run operator -- key issue --stack ${stackName} --business <slug> --name Admin`,
    '  STOREFRONT_API_KEY=<key> npm run smoke -- <base URL>   # the administrative side too',
  ]
}

const optionsOf = (option: string, values: readonly string[]) => values.flatMap((value) => [option, value])
