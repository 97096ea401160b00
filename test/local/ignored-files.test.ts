import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from './fixture.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

test('the folder of kept data that the README names stays out of the repository, and no code of that name', async () => {
  const ofRun = ['data/dynoxide.db', 'data/dev.json', '.storefront/dev.json']
  const ofCode = ['lib/data/new.ts', 'test/data/new.test.ts']
  await using folder = await temporaryFolder()
  await run('git', ['init', '--quiet', folder.path])
  await copyFile(join(root, '.gitignore'), join(folder.path, '.gitignore'))
  const { stdout } = await run('git', ['check-ignore', ...ofRun, ...ofCode], { cwd: folder.path })
  expect(stdout.trim().split('\n')).toEqual(ofRun)
})
