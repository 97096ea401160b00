import { expect, test } from 'vitest'
import { ImportRefused } from '../../../lib/import/import-refused.ts'
import { inFile } from '../../../lib/operator/import/unread-file.ts'

test.each([
  ['-', 'stdin: line 1 is not JSON'],
  ['a.json', 'a.json: line 1 is not JSON'],
])('a file that cannot be read is named: %s', async (path, message) => {
  const reading = () => Promise.reject(new ImportRefused('unreadable', 'line 1 is not JSON'))
  await expect(inFile(path, reading)).rejects.toThrow(message)
})
