import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../bin/bench.ts')
const run = (...argv: string[]) => spawnSync(process.execPath, [program, ...argv], { encoding: 'utf8' })

test('a part that does not exist is refused in one line that names those that do', () => {
  const { status, stderr } = run('speed')
  expect(status).toBe(1)
  expect(stderr.trim()).toMatch(
    /^error: .*'speed' is invalid.* cold, warm, units, growth, stock, search, imports, pictures, load\.$/,
  )
})

test('an option that does not exist is refused', () => {
  const { status, stderr } = run('warm', '--fast')
  expect(status).toBe(1)
  expect(stderr).toContain("unknown option '--fast'")
})

test.each([
  [['--render', 'units'], '--render measures no part'],
  [['--render', '--quick'], "option '--render' cannot be used with option '--quick'"],
])('%j is refused: nothing is measured to render again', (argv, message) => {
  const { status, stderr } = run(...argv)
  expect([status, stderr.trim()]).toEqual([1, `error: ${message}`])
})

test('the help explains every part', () => {
  const { status, stdout } = run('--help')
  expect(status).toBe(0)
  for (const part of ['cold', 'warm', 'units', 'growth', 'stock', 'search', 'imports', 'load'])
    expect(stdout).toMatch(new RegExp(`^  ${part} +\\S`, 'm'))
})
