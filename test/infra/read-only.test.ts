/** The setting `readOnly` is switched on in an emergency: it may change little, so that the deployment is short and sure. */
import { expect, inject, test } from 'vitest'
import { isJsonObject } from '../../lib/domain/body/json-object.ts'
import { templateOf } from '../support/settings.ts'
import { isAlarm, resourcesOf } from '../support/template.ts'

const SETTINGS = { alarmEmail: 'operations@example.com', edge: {}, media: true }
const usual = templateOf(SETTINGS, inject('assemblyDir'))
const readOnly = templateOf({ ...SETTINGS, readOnly: true }, inject('assemblyDir'))

/** A line for each value that differs: `EventsDispatchStream….Properties.Enabled: true → false`, ids without their digests. */
function differences(before: unknown, after: unknown, place: string[] = []): string[] {
  if (!isJsonObject(before) || !isJsonObject(after)) {
    const [old, now] = [before, after].map((value) => JSON.stringify(value))
    return old === now ? [] : [`${place.join('.').replace(/[0-9A-F]{8}\./, '.')}: ${old} → ${now}`]
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].sort().flatMap((name) => differences(before[name], after[name], [...place, name]))
}

test('one variable of the authorizer, five triggers, five alarms and an output are all that changes', () => {
  expect(differences(usual, readOnly)).toEqual([
    'Outputs.ReadOnly: undefined → {"Description":"Only the operator can write","Value":"true"}',
    'Resources.AdminErrorsAlarm.Properties.ActionsEnabled: true → false',
    'Resources.AuthorizerFunction.Properties.Environment.Variables.STOREFRONT_READ_ONLY: undefined → "true"',
    'Resources.DueRunClock.Properties.State: "ENABLED" → "DISABLED"',
    'Resources.DueStoppedAlarm.Properties.ActionsEnabled: true → false',
    'Resources.EventsDispatchStream.Properties.Enabled: true → false',
    'Resources.GatewayErrorsAlarm.Properties.ActionsEnabled: true → false',
    'Resources.ImportsRunQueue.Properties.Enabled: true → false',
    'Resources.ImportsWaitingAlarm.Properties.ActionsEnabled: true → false',
    'Resources.SweepStoppedAlarm.Properties.ActionsEnabled: true → false',
    'Resources.WebhooksDeliverQueue.Properties.Enabled: true → false',
    'Resources.WebhooksSweepClock.Properties.State: "ENABLED" → "DISABLED"',
  ])
})

test('indexes of searches are still made: they are read, and no client writes them', () => {
  const mappings = resourcesOf(readOnly, 'AWS::Lambda::EventSourceMapping')
  const running = mappings.filter(({ Properties }) => Properties.Enabled === true)
  expect(running.map(({ Properties }) => JSON.stringify(Properties.EventSourceArn))).toEqual([
    expect.stringContaining('SearchQueue'),
  ])
})

test('an alarm of what readers notice is still sent', () => {
  for (const name of [
    'PublicErrors',
    'AuthorizerErrors',
    'Latency',
    'TenantGuard',
    'TableThrottled',
    'DueLate',
  ]) {
    const alarm = resourcesOf(readOnly, 'AWS::CloudWatch::Alarm').find((one) => isAlarm(one, name))
    expect(alarm?.Properties, name).toMatchObject({ ActionsEnabled: true })
  }
})
