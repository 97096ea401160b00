import { expect, inject, test } from 'vitest'
import type { FunctionNeeds } from '../../lib/api/route.ts'
import { AUTHORIZER, ROUTES, UNMATCHED } from '../../lib/api/routes.ts'
import type { FunctionPermission, PermissionRecord } from '../../lib/local/permissions/judge.ts'
import { IS_WHOLE } from './is-whole-run.ts'

const answer = await fetch(inject('permissionsUrl'))
const record = (await answer.json()) as PermissionRecord
const NEEDS: readonly FunctionNeeds[] = [...ROUTES, AUTHORIZER, UNMATCHED]

/**
 * The background functions run on stacks of their own: test/delivery/live.test.ts, test/products/search-large.test.ts,
 * test/import/run/rights.test.ts.
 */
const isOfFunction = ({ functionId }: FunctionPermission) =>
  !/^(EventsDispatch|WebhooksDeliver|WebhooksSweep|SearchBuild|ImportsRun|DueRun)/.test(functionId)

/** Only where the queue of imports is empty: test/import/run/rights.test.ts. The queue of this stack, which nothing reads, never is. */
const isOfEmptyQueue = ({ functionId, action }: FunctionPermission) =>
  functionId.startsWith('AdminImportsGet') && action === 'sqs:SendMessage'

const granted = record.granted.filter(isOfFunction)
const used = record.used.filter(isOfFunction)

const lines = (permissions: FunctionPermission[]) =>
  permissions.map(({ functionId, action, resource }) => `${functionId} ${action} ${resource}`).sort()

test('no function sent a call that its role does not allow', () => {
  expect(lines(record.refused)).toEqual([])
})

if (IS_WHOLE)
  test('everything that a role allows was used by its function', () => {
    const needs = NEEDS.flatMap(({ table: { actions = [], queries = [] }, objects = [], sends, counts }) => [
      ...objects,
      ...actions,
      ...queries,
      ...(sends ? ['SendMessage'] : []),
      ...(counts ? ['GetQueueAttributes'] : []),
    ])
    expect(granted).toHaveLength(needs.length)
    const expected = lines(granted.filter((one) => !isOfEmptyQueue(one)))
    const usedHere = lines(used.filter((one) => !isOfEmptyQueue(one)))
    const unused = expected.filter((line) => !usedHere.includes(line))
    expect(unused, 'allowed, and not used by any test of this run').toEqual([])
    expect(usedHere).toEqual(expected)
  })
