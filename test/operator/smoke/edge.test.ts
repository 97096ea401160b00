import * as tls from 'node:tls'
import { afterAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { mintToken } from '../../../lib/domain/api-keys/token.ts'
import { edge as group } from '../../../lib/operator/smoke/checks/edge.ts'
import { type EdgeFault, playingEdge } from './playing-edge.ts'
import { smoke } from './smoke.ts'

const edge = await playingEdge()
tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), edge.certificate])
afterAll(() => edge.close())
beforeEach(() => edge.break({}))

/** Runs `smoke --edge`, whose pauses pass at once: the clock of the edge counts requests. */
async function smokeEdge(url = edge.baseUrl, environmentKey?: string) {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isOver = false
  const outcome = smoke([url, '--edge'], environmentKey).finally(() => {
    isOver = true
  })
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000).then(() => new Promise(setImmediate))
  return outcome
}

const failedIn = (stdout: string) =>
  [...stdout.matchAll(/^ {2}FAILED {3}(.*)$/gm)].map(([, name = '']) => name)

test('all checks pass at an edge, and a key of the environment is not sent', async () => {
  const { code, stdout, stderr } = await smokeEdge(edge.baseUrl, mintToken())
  expect([failedIn(stdout), code, stderr]).toEqual([[], 0, ''])
  expect(stdout).toContain(`: ${group.checks.length} passed, 0 failed, 0 skipped`)
})

const AGE = 'a response comes from the cache, and its Age grows'
const CODING = 'each coding keeps its bytes and its strong ETag'
const KEY = 'a key is 403 key_at_the_edge, with and without an entry in the cache'
const CONDITION = 'If-None-Match is 304 from the cache, and through it, and the 304 is not kept'
const ERRORS = 'errors are not kept'
const WRITES = 'POST, PUT, PATCH and DELETE are 403'
const ADMIN = 'a path under /admin is 401 or 403 in any spelling'

const FAULTS: Record<string, [EdgeFault, string[]]> = {
  'it stores nothing': [{ storesNothing: true }, [AGE, CODING, KEY, CONDITION]],
  'it sends no Age': [{ hasNoAge: true }, [AGE, CODING, KEY, CONDITION]],
  'it stores a 404': [{ alsoStores: 404 }, [ERRORS]],
  'it stores a 400': [{ alsoStores: 400 }, [ERRORS]],
  'it stores a 401': [{ alsoStores: 401 }, [ERRORS]],
  'it stores a 304': [{ alsoStores: 304 }, [CONDITION]],
  'it drops If-None-Match': [{ drops: 'if-none-match' }, [CONDITION]],
  'it runs no function': [{ letsKeysThrough: true }, [KEY]],
  'it forwards writes': [{ methods: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] }, [WRITES]],
  'it forwards DELETE alone': [{ methods: ['GET', 'HEAD', 'OPTIONS', 'DELETE'] }, [WRITES]],
  'it serves no OPTIONS': [{ methods: ['GET', 'HEAD'] }, ['a preflight is responded to by the API']],
  'its cache key has no coding': [{ ignoresCodings: true }, [CODING]],
  'it drops Accept-Encoding': [{ drops: 'accept-encoding' }, [CODING]],
  'it weakens ETags': [
    {
      changes: (stored) => ({
        ...stored,
        headers: { ...stored.headers, ...(stored.headers.etag && { etag: `W/${stored.headers.etag}` }) },
      }),
    },
    [CODING],
  ],
  'it opens /admin in an odd spelling': [
    { changes: (stored, path) => (path.includes('%61') ? { ...stored, status: 200 } : stored) },
    [ADMIN],
  ],
  'it speaks HTTP/1.1 alone': [{ isWithoutHttp2: true }, ['HTTP/2 works']],
}

test.each(Object.entries(FAULTS))('an edge is found wrong: %s', async (_, [fault, found]) => {
  edge.break(fault)
  const { code, stdout } = await smokeEdge()
  expect(code).toBe(1)
  expect(failedIn(stdout)).toEqual(expect.arrayContaining(found))
})

test('every check has a fault that it finds', () => {
  const found = Object.values(FAULTS).flatMap(([, names]) => names)
  expect(group.checks.map(({ name }) => name).filter((name) => !found.includes(name))).toEqual([])
})

test("at the API's own address most of them fail", async () => {
  const { code, stdout } = await smokeEdge(inject('baseUrl'))
  expect(code).toBe(1)
  expect(failedIn(stdout)).toEqual(expect.arrayContaining([AGE, WRITES, KEY, 'HTTP/2 works']))
})

test('a key is refused in one line: an edge takes none', async () => {
  const { code, stderr } = await smoke([edge.baseUrl, '--edge', '--key', mintToken()])
  expect([code, stderr]).toEqual([2, "error: option '--edge' cannot be used with option '--key <token>'"])
})
