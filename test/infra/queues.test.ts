import { expect, inject, test } from 'vitest'
import type { BackgroundFunction, FunctionNeeds } from '../../lib/api/route.ts'
import { QUEUES, type QueueName } from '../../lib/api/routes/queues.ts'
import { AUTHORIZER, BACKGROUND, DOCUMENTATION, ROUTES, UNMATCHED } from '../../lib/api/routes.ts'
import { ENVIRONMENT } from '../../lib/environment.ts'
import { queueId } from '../../lib/infra/queues.ts'
import { templateOf } from '../support/settings.ts'
import { isAlarm, readTemplate, resourcesOf } from '../support/template.ts'
import { lambdaOf, roleOf, statementsOf } from './roles.ts'

const template = readTemplate(inject('assemblyDir'))
const NEEDS: readonly FunctionNeeds[] = [...ROUTES, AUTHORIZER, DOCUMENTATION, UNMATCHED, ...BACKGROUND]
const NAMES = QUEUES.map(({ queue }) => queue)

/** The functions that a queue invokes. */
const workersOf = (queue: QueueName) =>
  BACKGROUND.filter(
    ({ trigger }: BackgroundFunction) =>
      typeof trigger === 'object' && 'queue' in trigger && trigger.queue === queue,
  )

const idOf = (queue: QueueName) =>
  Object.keys(template.Resources).find((id) => new RegExp(`^${queueId(queue)}[0-9A-F]{8}$`).test(id))

test('every queue refuses requests without TLS', () => {
  const policies = resourcesOf(template, 'AWS::SQS::QueuePolicy').map(({ Properties }) => Properties)
  const queues = Object.keys(template.Resources).filter(
    (id) => template.Resources[id]?.Type === 'AWS::SQS::Queue',
  )
  expect(queues).toHaveLength(QUEUES.length + 1)
  expect(policies.map(({ Queues }) => Queues)).toEqual(queues.map((Ref) => [{ Ref }]))
  for (const { PolicyDocument } of policies)
    expect(PolicyDocument).toMatchObject({
      Statement: [
        { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      ],
    })
})

test.each(QUEUES)(
  '$queue has one function, which ends before a message is shown again',
  ({ queue, visibilityS }) => {
    const [worker, ...others] = workersOf(queue)
    expect(others).toEqual([])
    expect(worker?.timeoutS).toBeLessThan(visibilityS)
    const { Timeout } = lambdaOf(template, String(worker?.function)).Properties
    expect(template.Resources[String(idOf(queue))]?.Properties).toMatchObject({
      VisibilityTimeout: visibilityS,
      RedrivePolicy: { maxReceiveCount: 5 },
    })
    expect(Timeout).toBe(worker?.timeoutS)
  },
)

test.each(QUEUES)(
  'a person finds $queue, and its dead letters say whom they hurt',
  ({ queue, about, late }) => {
    expect(template.Outputs[`${queueId(queue)}Url`]).toMatchObject({ Description: `The queue of ${about}` })
    const withAlarms = templateOf({ alarmEmail: 'operations@example.com' }, inject('assemblyDir'))
    const [alarm] = resourcesOf(withAlarms, 'AWS::CloudWatch::Alarm').filter((one) =>
      isAlarm(one, 'DeadLetters'),
    )
    expect(JSON.stringify(alarm?.Properties.AlarmDescription)).toContain(late)
  },
)

test.each(NEEDS.map((needs) => [needs.function, needs] as const))(
  '%s knows the queues that it sends to, and is allowed to send to no other',
  (name, { sends = [] }) => {
    const { Variables } = lambdaOf(template, name).Properties.Environment as {
      Variables: Record<string, unknown>
    }
    for (const queue of NAMES) {
      const isSender = sends.includes(queue)
      expect(Variables[ENVIRONMENT.queueUrls[queue]]).toEqual(isSender ? { Ref: idOf(queue) } : undefined)
      const allowed = statementsOf(roleOf(template, name)).filter(
        ({ Action, Resource }) =>
          Action === 'sqs:SendMessage' && JSON.stringify(Resource).includes(String(idOf(queue))),
      )
      expect(allowed).toHaveLength(isSender ? 1 : 0)
    }
  },
)

// Lambda would stop its chain after about 16 messages: https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
test('a function that a queue invokes and that sends to it may do so for ever, and no other', () => {
  const wakesItself = ({ trigger, sends = [] }: BackgroundFunction) =>
    typeof trigger === 'object' && 'queue' in trigger && sends.includes(trigger.queue)
  const names = BACKGROUND.filter(wakesItself).map(({ function: name }) => name)
  expect(names).toEqual(['webhooks/deliver', 'imports/run'])
  for (const { function: name } of NEEDS)
    expect(lambdaOf(template, name).Properties.RecursiveLoop).toBe(
      names.some((one) => one === name) ? 'Allow' : undefined,
    )
})
