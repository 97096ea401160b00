import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { childrenTicksIn, endedChildrenSeconds } from './support/processor-seconds.ts'

test('the time of ended children is fields 16 and 17, whatever the name of the program holds', () => {
  const fields = ['S', ...Array.from({ length: 49 }, (_, n) => n + 4)]
  expect(childrenTicksIn(`42 (a) b (c) ${fields.join(' ')}\n`)).toBe(16 + 17)
})

test.runIf(process.platform === 'linux')('a child that has ended is counted', () => {
  const before = endedChildrenSeconds()
  const busy = 'while (process.cpuUsage().user < 100_000) {}'
  execFileSync(process.execPath, ['-e', busy])
  expect(endedChildrenSeconds() - before).toBeGreaterThanOrEqual(0.1)
})
