import { expect, test } from 'vitest'
import { readRecord } from './records.ts'

const lines = (text: string) => text.split('\n').filter(Boolean)

test('every answer of the run was as the description says', () => {
  expect(lines(readRecord('misfits')).join('\n')).toBe('')
})
