import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { retryAfter } from '../../lib/delivery/send/retry-after.ts'
import { drips, type Receiver, receive, status } from './receiver.ts'

const NOW = Date.parse('1994-11-06T08:48:37Z')

// A date without a zone means UTC wherever this runs.
process.env.TZ = 'America/New_York'

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120],
    ['0120', 120],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 60],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 60],
    ['Sun Nov  6 08:49:37 1994', 60],
    ['Sun, 06 Nov 1994 08:48:37 GMT', 0],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ])('%j is %s seconds', (header, seconds) => {
    expect(retryAfter(header, NOW)).toBe(seconds)
  })

  test.each([
    '',
    ' ',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '60 s',
    'soon',
    'banana 3',
    '1994-11-06T08:49:37Z',
    '１２０',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 06 Nix 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 25:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT, 120',
    '120, 60',
  ])('%j is neither seconds nor a date', (header) => {
    expect(retryAfter(header, NOW)).toBeNull()
  })
})

describe('of a response', () => {
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await receive()
  })
  afterEach(() => receiver.close())

  test.each([301, 400, 408, 410, 429, 500, 503])('a %i can have it', async (code) => {
    receiver.plan(status(code, 'Retry-After: 3600\r\n'))
    expect(await receiver.send()).toMatchObject({ status_code: code, error: null, retry_after_s: 3600 })
  })

  test.each([200, 204])('a %i has no use for it', async (code) => {
    receiver.plan(status(code, 'Retry-After: 3600\r\n'))
    expect(await receiver.send()).toMatchObject({ status_code: code, retry_after_s: null })
  })

  test('a date counts from the end of the try, on the clock of the caller', async () => {
    // A millisecond more than an hour before that date, but the try lasts longer.
    const at = new Date('2026-11-21T23:21:48.999Z')
    receiver.plan(drips('HTTP/1.1 503 Busy\r\nRetry-After: Sun, 22 Nov 2026 00:21:49 GMT\r\n\r\n'))
    const sent = await receiver.send({ timeoutMs: 300 }, { at })
    expect(sent).toMatchObject({ status_code: 503, retry_after_s: 3600 })
  })
})
