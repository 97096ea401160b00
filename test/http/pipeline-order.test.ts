import { expect, test } from 'vitest'
import { requireFound } from '../../lib/http/pipeline/admin-call.ts'

test('a step that needs what no earlier one has found throws: the pipeline is in the wrong order', () => {
  const call: { caller?: string; parameters?: object } = { caller: 'a key' }
  expect(requireFound(call, 'caller')).toBe('a key')
  expect(() => requireFound(call, 'parameters')).toThrow('no middleware has found parameters yet')
})
