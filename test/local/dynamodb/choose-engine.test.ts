import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { chooseEngine } from '../../../lib/local/dynamodb/choose-engine.ts'
import type { Machine } from '../../../lib/local/dynamodb/engine.ts'
import { temporaryFolder } from '../fixture.ts'

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

const folder = async () => resources.use(await temporaryFolder()).path

async function executable(name: string, script: string): Promise<string> {
  const path = join(await folder(), name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

const java = (version: string) => executable('java', `echo 'openjdk version "${version}"' >&2`)

/** A machine for which no Dynoxide is installed. */
const elsewhere = async (version?: string): Promise<Machine> => ({
  platform: 'plan9',
  arch: 'mips',
  java: version ? await java(version) : '/nowhere/java',
})

const INSTALL = 'run "npm install --no-save @dynoxide/plan9-mips@1.2.1"'

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64'

test.runIf(isLinuxX64)('Linux x64 has Dynoxide from npm, and Java is not needed', async () => {
  const machine = { platform: 'linux', arch: 'x64', java: '/nowhere/java' }
  const { name, command } = await chooseEngine(undefined, '', machine)
  expect({ name, command }).toEqual({
    name: 'Dynoxide',
    command: expect.stringMatching(/@dynoxide\/linux-x64\/dynoxide$/),
  })
})

test('where Dynoxide is not installed, DynamoDB Local serves if there is a Java for it', async () => {
  expect((await chooseEngine(undefined, '', await elsewhere('17.0.15'))).name).toBe('DynamoDB Local')
})

test.each([
  [undefined, 'DynamoDB Local needs Java, which was not found.'],
  ['11.0.2', 'DynamoDB Local needs Java 17, this machine has Java 11.'],
])('with neither (Java: %s), one line names both ways', async (version, fault) => {
  const line = `No DynamoDB engine is installed: ${INSTALL}, or install Java. ${fault} Install Java 17 or newer, so that "java -version" shows it: https://adoptium.net`
  await expect(chooseEngine(undefined, '', await elsewhere(version))).rejects.toThrow(line)
})

test('who chooses gets that one, or one line', async () => {
  const [withJava, without] = [await elsewhere('21.0.1'), await elsewhere()]
  const binary = await executable('my-dynoxide', '')
  expect((await chooseEngine(undefined, 'dynamodb-local', withJava)).name).toBe('DynamoDB Local')
  expect((await chooseEngine(undefined, binary, withJava)).command).toBe(binary)
  await expect(chooseEngine(undefined, 'dynamodb-local', without)).rejects.toThrow(
    /^DynamoDB Local needs Java, which was not found\. Install .*$/,
  )
  await expect(chooseEngine(undefined, 'dynoxide', withJava)).rejects.toThrow(
    `Dynoxide is not installed: ${INSTALL}.`,
  )
  for (const wrong of ['sqlite', '/nowhere/dynoxide'])
    await expect(chooseEngine(undefined, wrong, withJava)).rejects.toThrow(
      `STOREFRONT_DATABASE must be "dynoxide", "dynamodb-local" or the path of a Dynoxide binary, not "${wrong}".`,
    )
})

test('kept data is read by the engine that wrote it, and another is refused', async () => {
  const machine: Machine = { platform: 'linux', arch: 'x64', java: await java('17.0.1') }
  const written = async (file?: string) => {
    const path = join(await folder(), 'data')
    if (file === undefined) return path
    await mkdir(path)
    await writeFile(join(path, file), '')
    return path
  }
  const [local, dynoxide] = [await written('shared-local-instance.db'), await written('dynoxide.db')]
  expect((await chooseEngine(local, '', machine)).name).toBe('DynamoDB Local')
  expect((await chooseEngine(dynoxide, '', machine)).name).toBe('Dynoxide')
  expect((await chooseEngine(await written(), 'dynamodb-local', machine)).name).toBe('DynamoDB Local')
  await expect(chooseEngine(local, 'dynoxide', machine)).rejects.toThrow(
    `The data in ${local} was written by another DynamoDB engine. Unset STOREFRONT_DATABASE, set it to "dynamodb-local", or choose another folder (STOREFRONT_DATA).`,
  )
  await expect(chooseEngine(dynoxide, 'dynamodb-local', machine)).rejects.toThrow('set it to "dynoxide"')
})
