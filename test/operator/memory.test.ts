import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { runOperator } from '../prove/import-process.ts'

const run = promisify(execFile)

test('the memory of a program is not that of the process that started it', async () => {
  const held = Buffer.alloc(400 * 1024 * 1024, 1)
  const { code, memory } = await runOperator(tmpdir(), ['--version'])
  expect(code).toBe(0)
  expect(memory).toBeGreaterThan(0)
  expect(memory).toBeLessThan(held.length / 1024 / 1024 / 2)
})

/** Loaded before the program: says at the end whether node has loaded what strips types, memory that it does not give back. */
const STRIPPER = `data:text/javascript,process.on('exit',()=>console.log(process.moduleLoadList.some((name)=>name.includes('amaro'))))`

test('the program loads nothing that strips types once node has kept what it has compiled', async () => {
  const [, ...argv] = manifest.scripts.operator.split(' ')
  const root = fileURLToPath(new URL('../../', import.meta.url))
  // As a shell starts it: the tests' own setting would be there from the beginning.
  const { PATH } = process.env
  const isStripping = async () => {
    const { stdout } = await run(process.execPath, ['--import', STRIPPER, ...argv, '--version'], {
      cwd: root,
      env: { PATH },
    })
    return stdout.trim().split('\n').at(-1)
  }
  await isStripping()
  expect(await isStripping()).toBe('false')
})
