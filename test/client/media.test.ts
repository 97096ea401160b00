import { expect, inject, test } from 'vitest'
import { createStorefront } from '../../clients/typescript/src/index.ts'
import { jpegOf } from '../admin/media/pictures.ts'
import { makeBusiness, makeToken } from '../support/shop.ts'
import { reach, type Step } from './steps.ts'

const baseUrl = inject('baseUrl')
const apiKey = await makeToken(await makeBusiness())
const admin = createStorefront({ baseUrl, apiKey })

test('a picture is kept, as a file and as bytes', async () => {
  const bytes = new Uint8Array(await jpegOf(40, 30))
  const kept = await admin.media.upload(new Blob([bytes], { type: 'image/jpeg' }))
  expect(kept).toMatchObject({ width: 40, height: 30, bytes: bytes.length })
  expect((await fetch(kept.url)).headers.get('content-type')).toBe('image/webp')
  expect(await admin.media.upload(bytes, { type: 'image/jpeg' })).toEqual(kept)
})

test('bytes without a type are refused with what to send', async () => {
  await expect(admin.media.upload(new Uint8Array([1]))).rejects.toMatchObject({
    problem: { code: 'unsupported_media_type' },
  })
})

test('an upload whose response is lost is sent again as it was', async () => {
  const bytes = new Uint8Array(await jpegOf(31, 30))
  const lost: Step = async (request) => {
    await fetch(request)
    throw new TypeError('fetch failed')
  }
  const steps = [lost]
  const client = createStorefront({
    baseUrl,
    apiKey,
    wait: async () => {},
    fetch: (request) => (steps.shift() ?? reach)(request),
  })
  const { bytes: count } = await client.media.upload(bytes, { type: 'image/jpeg' })
  expect([count, steps]).toEqual([bytes.length, []])
})
