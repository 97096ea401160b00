import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { lockData } from '../../lib/local/data-lock.ts'
import { freePort } from '../../lib/local/free-port.ts'
import { listenOnLoopback } from '../../lib/local/loopback.ts'
import { startStack } from '../../lib/local/stack.ts'
import { temporaryFolder } from './fixture.ts'

const taken =
  /^Another local stack uses the data in .*\. Stop it, or choose another folder \(STOREFRONT_DATA\)\.$/

test('a folder of data is for one stack at a time', async () => {
  await using folder = await temporaryFolder()
  const unlock = lockData(folder.path)
  expect(() => lockData(folder.path)).toThrow(taken)
  unlock()
  lockData(folder.path)()
})

test('a folder that cannot be used is named', async () => {
  await using folder = await temporaryFolder()
  await mkdir(`${folder.path}/lock.db`)
  const unusable = (path: string) => new RegExp(`^The folder ${path} cannot be used: .*Choose another one`)
  expect(() => lockData(folder.path)).toThrow(unusable(folder.path))
  const file = `${folder.path}/file`
  await writeFile(file, '')
  expect(() => lockData(file)).toThrow(unusable(file))
})

test('a process that is killed leaves no lock behind', async () => {
  await using folder = await temporaryFolder()
  const module = new URL('../../lib/local/data-lock.ts', import.meta.url)
  const program = `
    const { lockData } = await import(${JSON.stringify(module)})
    lockData(${JSON.stringify(folder.path)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface(other.stdout), 'line')
  expect(() => lockData(folder.path)).toThrow(taken)
  other.kill('SIGKILL')
  await once(other, 'exit')
  lockData(folder.path)()
})

test('a stack ends in one line when another uses its data, and lets go of it when it cannot start', async () => {
  await using folder = await temporaryFolder()
  const start = (port = 0) => startStack({ assemblyDir: `${folder.path}/none`, dataDir: folder.path, port })
  const unlock = lockData(folder.path)
  const free = await freePort()
  await expect(start(free)).rejects.toThrow(taken)
  await expect(start(free)).rejects.toThrow(taken)
  unlock()
  await expect(start()).rejects.toThrow('ENOENT')
  lockData(folder.path)()
  const server = createServer()
  const port = await listenOnLoopback(server)
  await expect(start(port)).rejects.toThrow(`Port ${port} is in use.`)
  server.close()
  lockData(folder.path)()
})
