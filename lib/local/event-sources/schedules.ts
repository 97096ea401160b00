import { randomUUID } from 'node:crypto'
import { isJsonObject } from '../../domain/body/json-object.ts'
import type { FunctionDefinition } from '../lambda/function-definition.ts'
import { ACCOUNT_ID, REGION, type Resolve } from '../template/intrinsics.ts'
import type { Json, JsonObject } from '../template/json.ts'
import { refuseOthers, resourcesOfType, type Template } from '../template/template.ts'
import type { EventSource } from './running.ts'

/** A rule that invokes a function again and again. */
export interface Schedule {
  logicalId: string
  arn: string
  /** A rule that is disabled never fires. */
  isEnabled: boolean
  everyMs: number
  function: FunctionDefinition
}

const MINUTE_MS = 60_000
const UNITS_MS: { [unit: string]: number } = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
}

const STATES = ['ENABLED', 'DISABLED']

/** A timer of more milliseconds fires at once, again and again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * The template's rules with a rate, each with one function as its target.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html#eb-rate-expressions
 *
 * Throws for event patterns, cron expressions, rates of more than 24 days, and settings of a target such as an input of its own.
 */
export function readSchedules(
  template: Template,
  resolve: Resolve,
  functions: FunctionDefinition[],
): Schedule[] {
  return resourcesOfType(template, 'AWS::Events::Rule').map((resource) => {
    const { logicalId, properties } = resource
    refuseOthers(resource, ['Description', 'Name', 'ScheduleExpression', 'State', 'Tags', 'Targets'])
    const expression = String(resolve(properties.ScheduleExpression))
    const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
    const everyMs = Number(count) * (UNITS_MS[unit] ?? 0)
    const state = String(resolve(properties.State ?? 'ENABLED'))
    if (!(everyMs <= LONGEST_TIMER_MS) || !STATES.includes(state))
      throw new Error(`${logicalId} is ${state} with ${expression}, which lib/local does not imitate`)
    const target = onlyTarget(resolve(properties.Targets))
    const found = functions.find(({ arn }) => arn === target)
    if (!found)
      throw new Error(`${logicalId} must have one target, a function, and nothing about it but its Id`)
    const arn = String(resolve({ 'Fn::GetAtt': [logicalId, 'Arn'] }))
    return { logicalId, arn, isEnabled: state === 'ENABLED', everyMs, function: found }
  })
}

function onlyTarget(targets: Json): Json | undefined {
  const [target, ...others] = Array.isArray(targets) ? targets : []
  if (!isJsonObject(target) || others.length > 0) return undefined
  const { Arn, Id, ...settings } = target
  return Id !== undefined && Object.keys(settings).length === 0 ? Arn : undefined
}

/** Fires after each interval; the first begins now. EventBridge would repeat an invocation that fails; this does not. */
export function runSchedule({ everyMs }: Schedule, fire: () => void): EventSource {
  const timer = setInterval(fire, everyMs)
  return {
    async stop() {
      clearInterval(timer)
    },
  }
}

/**
 * The event of a rule whose time has come: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-run-lambda-schedule.html
 * Throws for a rule that is disabled, whose time never comes.
 */
export function scheduledEvent({ logicalId, isEnabled, arn }: Schedule): JsonObject {
  if (!isEnabled) throw new Error(`${logicalId} is disabled`)
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: ACCOUNT_ID,
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region: REGION,
    resources: [arn],
    detail: {},
  }
}
