import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultyBucket, faultyBucket } from './bucket-proxy.ts'
import { BUCKET_REQUESTS } from './bucket-requests.ts'

let bucket: FaultyBucket
beforeAll(async () => {
  bucket = await faultyBucket()
})
afterAll(() => bucket.close())

// A try is given up after 5 s.
test.each(BUCKET_REQUESTS)(
  '$route makes a request again that the bucket says nothing to',
  async ({ prepared, done, left }) => {
    bucket.plan()
    const request = await prepared()
    bucket.plan((n) => (n === 0 ? 'silence' : undefined))
    expect(await request.send()).toBe(done)
    bucket.plan()
    expect(await request.stored()).toEqual(left)
  },
  60_000,
)
