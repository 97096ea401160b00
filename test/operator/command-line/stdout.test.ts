import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exitCodeOfFault } from '../../../clients/typescript/src/command/stdout.ts'
import { tableName } from '../../../lib/environment.ts'
import { makeBusiness } from '../../support/shop.ts'

const ROOT = join(import.meta.dirname, '../../..')
const STDOUT = join(ROOT, 'clients/typescript/src/command/stdout.ts')
const { PATH, NODE_COMPILE_CACHE } = process.env

/** Runs a program whose stdout is this file, and reads what it says on stderr. */
async function writingTo(file: string, argv: readonly string[], settings: object = {}) {
  const stdout = openSync(file, 'w')
  const env = { PATH, NODE_COMPILE_CACHE, HOME: tmpdir(), ...settings }
  const [command = '', ...rest] = argv
  const child = spawn(command, rest, { cwd: ROOT, env, stdio: ['ignore', stdout, 'pipe'] })
  closeSync(stdout)
  const ended = once(child, 'close')
  const stderr = (await Array.fromAsync(child.stderr?.setEncoding('utf8') ?? [])).join('')
  await ended
  return { code: child.exitCode, notes: stderr.split('\n').filter(Boolean) }
}

const NODE = process.execPath
const NO_SPACE = 'error: stdout could not be written: no space is left'

describe.skipIf(!existsSync('/dev/full'))('on a disk without space', () => {
  test.each([
    ['operator', [NODE, 'bin/operator.js', '--help']],
    ['smoke', [NODE, 'bin/smoke.ts', '--help']],
    ['upgrade-check', [NODE, 'bin/upgrade-check.ts', '--help']],
    ['deploy', [NODE, 'bin/deploy.ts', '--help']],
    ['storefront', [NODE, 'clients/typescript/src/command/main.ts', '--help']],
  ])('%s says so and ends with 1', async (_, argv) => {
    expect(await writingTo('/dev/full', argv)).toEqual({ code: 1, notes: [NO_SPACE] })
  })

  test('a command of the operator does', async () => {
    const { id } = await makeBusiness()
    const argv = [NODE, 'bin/operator.js', 'business', 'show', id, '--table', tableName()]
    expect(await writingTo('/dev/full', argv, process.env)).toEqual({ code: 1, notes: [NO_SPACE] })
  })

  test('a key whose token could not be written is named with the command that ends it', async () => {
    const { id, slug } = await makeBusiness()
    const argv = [NODE, 'bin/operator.js', 'key', 'issue', '--business', id, '--name', 'Lost']
    const { code, notes } = await writingTo('/dev/full', [...argv, '--table', tableName()], process.env)
    expect([code, notes.at(-1)]).toEqual([1, NO_SPACE])
    expect(notes.at(-2)).toMatch(
      new RegExp(
        `^error: this key works, but nobody has its token: \`operator key revoke \\S{36} --business ${slug}\` ends it$`,
      ),
    )
  })

  test('an export does', async () => {
    const { id, slug } = await makeBusiness()
    const argv = [NODE, 'bin/operator.js', 'export', '--format', 'shopify_csv', '--business', id]
    const outcome = await writingTo('/dev/full', [...argv, '--table', tableName()], process.env)
    expect(outcome).toEqual({ code: 1, notes: [`0 products of ${slug}, 0 with options`, NO_SPACE] })
  })
})

test.each([
  ['EPIPE', false, undefined],
  ['EIO', true, 130],
  ['EIO', false, 1],
  ['ENOSPC', true, 1],
])('a stdout with %s, on a terminal: %s, ends a command with %s', (code, isTerminal, exitCode) => {
  expect(exitCodeOfFault(Object.assign(new Error(code), { code }), isTerminal)).toBe(exitCode)
})

/** A program that writes so many bytes with one call, and then ends with this code. */
const writer = (bytes: number, code = 0) =>
  `import { withWholeOutput } from '${STDOUT}'
   process.exitCode = await withWholeOutput(async () => { console.log('x'.repeat(${bytes})); return ${code} })`

test('a file that has room for the beginning alone is a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-stdout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'out')
  const limited = ['sh', '-c', 'ulimit -f 8 && exec "$0" --input-type=module-typescript -e "$1"', NODE]
  expect(await writingTo(file, [...limited, writer(100_000)])).toEqual({
    code: 1,
    notes: ['error: stdout could not be written: this file is as large as it can be'],
  })
  expect(await writingTo(file, [...limited, writer(1_000, 3)])).toEqual({ code: 3, notes: [] })
  expect(readFileSync(file, 'utf8')).toBe(`${'x'.repeat(1_000)}\n`)
})

test('a reader that stops early is not an error', async () => {
  const { code, notes } = await writingTo('/dev/null', [
    'bash',
    '-c',
    'set -o pipefail; "$0" --input-type=module-typescript -e "$1" | head -c 1',
    NODE,
    writer(1_000_000),
  ])
  expect([code, notes]).toEqual([0, []])
})
