import { readdir, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openCheckpoints } from '../../../lib/local/event-sources/checkpoints.ts'
import { temporaryFolder } from '../fixture.ts'

const numbers = Array.from({ length: 20 }, (_, n) => String(n + 1))

test('shards that are read at the same time keep where each of them has come', async () => {
  await using folder = await temporaryFolder()
  const open = () => openCheckpoints(folder.path, 'Records', 'arn')
  const checkpoints = await open()
  const follow = async (shardId: string) => {
    for (const number of numbers) await checkpoints.set(shardId, number)
  }
  await Promise.all(['a', 'b', 'c'].map(follow))
  const kept = await open()
  expect(['a', 'b', 'c'].map(kept.of)).toEqual(['20', '20', '20'])
  expect(await readdir(folder.path)).toEqual(['stream-Records.json'])
})

test('a checkpoint that could not be written holds up none after it', async () => {
  await using folder = await temporaryFolder()
  const dataDir = `${folder.path}/data`
  const checkpoints = await openCheckpoints(dataDir, 'Records', 'arn')
  await rm(dataDir, { recursive: true })
  await expect(checkpoints.set('a', '1')).rejects.toThrow('ENOENT')
  await openCheckpoints(dataDir, 'Others', 'arn')
  await checkpoints.set('a', '2')
  expect((await openCheckpoints(dataDir, 'Records', 'arn')).of('a')).toBe('2')
})
