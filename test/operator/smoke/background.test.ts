import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { useTable } from '../../../lib/environment.ts'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import { makeShop, smoke } from './smoke.ts'

/** The stack of other tests runs nothing in the background. */
let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({ assemblyDir: inject('assemblyDir'), port: 0 })
  useTable(stack.table)
})
afterAll(() => stack.stop())

test('the import of the checks is carried out by the function of the stack, with no more than its role allows', async () => {
  const { token } = await makeShop()
  const { code, stdout } = await smoke([stack.baseUrl], token)
  expect(stdout).toMatch(/: \d+ passed, 0 failed, 0 skipped\n/)
  expect(code).toBe(0)
  const { used, refused } = stack.permissions()
  expect(refused).toEqual([])
  const actions = used
    .filter(({ functionId }) => functionId.startsWith('ImportsRun'))
    .map(({ action }) => action)
  expect(actions).toEqual(
    expect.arrayContaining(['dynamodb:GetItem', 'dynamodb:UpdateItem', 'sqs:ReceiveMessage']),
  )
})
