import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followImport } from '../../../clients/typescript/src/command/import/follow-import.ts'
import { readImport } from '../../../clients/typescript/src/imports.ts'
import { createStorefront } from '../../../clients/typescript/src/index.ts'
import { importOf } from './fake-imports.ts'

type Reply = () => Promise<Response>

const lost: Reply = () => Promise.reject(new TypeError('fetch failed'))
const late: Reply = () => Promise.reject(new DOMException('late', 'TimeoutError'))
const refused =
  (status: number): Reply =>
  async () =>
    new Response('', { status })
const state =
  (status: string): Reply =>
  async () =>
    Response.json(importOf(status))

const AWAY =
  'the API does not respond, and the import continues; npx storehatch imports follow imp_1 shows it later'

let notes: string[]
beforeEach(() => {
  // Bodies are read in steps of their own, which no timer stands for.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  notes = []
  vi.spyOn(console, 'error').mockImplementation(
    (line: string) => void (line !== 'the file is being read' && notes.push(line)),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Follows an import of which the API says these things one after the other; Ctrl-C comes before the look of this number. */
async function following(
  looks: Reply[],
  { cancel = lost, interruptedAt }: { cancel?: Reply; interruptedAt?: number } = {},
) {
  const { signal, abort } = interruption()
  let count = -1
  const client = createStorefront({
    baseUrl: 'http://api.example/api/v1',
    retries: 0,
    fetch: async ({ method }) => {
      if (method === 'POST') return cancel()
      if (count === interruptedAt) abort()
      const reply = count < 0 ? state('queued') : (looks[count] ?? lost)
      count++
      return reply()
    },
  })
  const ended = followImport(client, await readImport(client, 'imp_1'), { signal, cancels: true })
  let isOver = false
  // Somebody hears of a rejection before the timers are through.
  ended.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  while (!isOver) {
    await vi.runAllTimersAsync()
    await new Promise((resume) => setImmediate(resume))
  }
  return ended
}

function interruption() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

test('an import is followed through what passes, and that is said once', async () => {
  const looks = [state('running'), lost, late, refused(503), state('running'), state('succeeded')]
  expect(await following(looks)).toMatchObject({ status: 'succeeded' })
  expect(notes).toEqual([AWAY, 'the API responds again'])
})

test('Ctrl-C while the API is away says that nothing was cancelled', async () => {
  expect(await following([lost, lost], { interruptedAt: 1 })).toMatchObject({ status: 'queued' })
  expect(notes).toEqual([
    AWAY,
    'cancelling the import …',
    'the API does not respond: nothing was cancelled; npx storehatch imports cancel imp_1 cancels it',
  ])
})

test('Ctrl-C says why the API refuses to cancel', async () => {
  const detail = 'The operator has stopped\nall writes for some time.'
  const problem = { type: 'about:blank', title: 'x', status: 503, code: 'read_only', detail }
  const cancel: Reply = async () => Response.json(problem, { status: 503 })
  await following([state('running')], { interruptedAt: 0, cancel })
  expect(notes).toEqual([
    'cancelling the import …',
    `${detail.replace('\n', ' ')} (read_only): nothing was cancelled; npx storehatch imports cancel imp_1 cancels it`,
  ])
})

test('an import that is cancelled is followed to its end, also while the API is away', async () => {
  const looks = [state('running'), lost, state('cancelled')]
  const job = await following(looks, { interruptedAt: 0, cancel: state('running') })
  expect(job).toMatchObject({ status: 'cancelled' })
  expect(notes).toEqual(['cancelling the import …', AWAY, 'the API responds again'])
})

test('an error that does not pass ends it', async () => {
  await expect(following([refused(401)])).rejects.toMatchObject({ status: 401 })
})
