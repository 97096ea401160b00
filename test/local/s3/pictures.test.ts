import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { answerPicture } from '../../../lib/local/s3/pictures.ts'

/** A bucket in which everything is there, also the list of it. */
const buckets = { handle: async () => ({ status: 200, headers: {}, body: Buffer.from('all') }) }
const pictures = { bucket: 'bucket', headers: [] }
const answerTo = (url: string) =>
  answerPicture({ method: 'GET', url } as IncomingMessage, pictures, buckets).then((answer) => answer?.status)

test('a path of a picture is one, whatever its query', async () => {
  expect(await answerTo('/media/b-1/0f/320.webp')).toBe(200)
  expect(await answerTo('/media/b-1/0f/320.webp?v=../1')).toBe(200)
})

test.each([
  '/media/..',
  '/media/../',
  '/media/a/../../..',
  '/media/./a',
  '/media/',
  '/media/a//b',
  '/media/a/',
])('%s is not a path of a picture: it could lead to the list of the bucket', async (path) => {
  expect(await answerTo(path)).toBeUndefined()
})
