import { TransactionConflictException } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { isPassing, isThrottled } from '../../../lib/data/table/calls/sdk-fault.ts'

const conflict = new TransactionConflictException({
  message: 'Transaction is ongoing for the item',
  $metadata: { httpStatusCode: 400 },
})

test('a single write during a transaction of the same item passes, and counts as no throttling', () => {
  expect(isPassing(conflict)).toBe(true)
  expect(isThrottled(conflict)).toBe(false)
})
