import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const MODULE = new URL('../../bench/measure/child/peak-memory.ts', import.meta.url)
const CHILD = `const { peakMemory } = await import(${JSON.stringify(MODULE.href)}); console.log(peakMemory())`

test('the most memory of a process is not that of the process which started it', () => {
  const held = Buffer.alloc(300 * 1024 * 1024, 1)
  const peak = Number(
    execFileSync(process.execPath, ['--input-type=module', '-e', CHILD], { encoding: 'utf8' }),
  )
  expect(peak).toBeGreaterThan(10 * 1024 * 1024)
  expect(peak).toBeLessThan(held.length)
})
