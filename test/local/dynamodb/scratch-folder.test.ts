import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { scratchParent } from '../../../lib/local/dynamodb/scratch-folder.ts'

test('data that nobody keeps is put where there is room for it', async () => {
  expect(await scratchParent(import.meta.dirname, 1)).toBe(import.meta.dirname)
})

test.each([
  ['has less room', import.meta.dirname, Number.POSITIVE_INFINITY],
  ['is not there', '/nowhere', 1],
])('a file system in memory that %s is not used', async (_, inMemory, roomBytes) => {
  expect(await scratchParent(inMemory, roomBytes)).toBe(tmpdir())
})
