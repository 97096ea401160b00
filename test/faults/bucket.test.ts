import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUCKET_FAULTS, type FaultyBucket, faultyBucket } from './bucket-proxy.ts'
import { BUCKET_REQUESTS } from './bucket-requests.ts'

let bucket: FaultyBucket
beforeAll(async () => {
  bucket = await faultyBucket()
})
afterAll(() => bucket.close())

describe.each(BUCKET_REQUESTS)('$route', ({ prepared, done, left }) => {
  test.each(BUCKET_FAULTS)('succeeds though any one request to the bucket fails (%s)', async (fault) => {
    for (let at = 0, count = 1; at < count; at++) {
      bucket.plan()
      const request = await prepared()
      bucket.plan((n) => (n === at ? fault : undefined))
      expect(await request.send()).toBe(done)
      count = bucket.requests - 1
      expect(count).toBeGreaterThan(1)
      bucket.plan()
      expect(await request.stored()).toEqual(left)
    }
  })

  test.each(BUCKET_FAULTS)('says that it can be sent again, and then succeeds (%s)', async (fault) => {
    bucket.plan()
    const request = await prepared()
    bucket.plan(() => fault)
    expect(await request.send()).toBe(503)
    bucket.plan()
    expect(await request.send()).toBe(done)
    expect(await request.stored()).toEqual(left)
  })
})
