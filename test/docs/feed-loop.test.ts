import { stripTypeScriptTypes } from 'node:module'
import { expect, inject, test } from 'vitest'
import { plantEvent } from '../support/feed.ts'
import { makeBusiness, makeToken } from '../support/shop.ts'
import { blocksOf, readPage } from './blocks.ts'

const LOOP = blocksOf(readPage('docs/events.md')).find(({ language }) => language === 'ts')?.text ?? ''

/** Ends the loop, which has no end of its own. */
class Stop extends Error {}

/** Runs the loop of the page until it waits for the last time; `BASE` and `KEY` are the reader's own. */
async function runLoop(
  { KEY, stored }: { KEY: string; stored: { position: string | null } },
  {
    process,
    fetch = globalThis.fetch,
  }: { process: (event: { id: string }) => void; fetch?: typeof globalThis.fetch },
) {
  const waits: number[] = []
  const own = {
    BASE: inject('baseUrl'),
    KEY,
    process,
    fetch,
    readPosition: async () => stored.position,
    savePosition: async (position: string | null) => {
      stored.position = position
    },
    async waitSeconds(seconds: number) {
      waits.push(seconds)
      if (seconds === 5) throw new Stop()
    },
  }
  const AsyncFunction = runLoop.constructor as FunctionConstructor
  const run = new AsyncFunction(...Object.keys(own), stripTypeScriptTypes(LOOP))
  const ended = await Promise.resolve(run(...Object.values(own))).catch((error: unknown) => error)
  return { waits, ended }
}

async function makeFeed(count: number) {
  const business = await makeBusiness()
  const begin = Date.now() - 60_000
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await plantEvent(business.id, { at: new Date(begin + n) }))
  return { ids, KEY: await makeToken(business) }
}

test('the loop of docs/events.md has ten lines or a few more', () => {
  expect(LOOP.trim().split('\n').length).toBeLessThanOrEqual(12)
})

test('it processes every event in order, over all pages, and continues where it was stopped', async () => {
  const { ids, KEY } = await makeFeed(120)
  const stored = { position: null as string | null }
  const seen: string[] = []
  const killedAt = 70
  const first = await runLoop(
    { KEY, stored },
    {
      process({ id }) {
        if (seen.length === killedAt) throw new Error('killed')
        seen.push(id)
      },
    },
  )
  expect(String(first.ended)).toContain('killed')
  expect(stored.position).toBe(ids[49])
  const again: string[] = []
  const second = await runLoop({ KEY, stored }, { process: ({ id }) => again.push(id) })
  expect(second.ended).toBeInstanceOf(Stop)
  expect([seen, again]).toEqual([ids.slice(0, killedAt), ids.slice(50)])
  expect(stored.position).toBe(ids.at(-1))
})

test.each([
  [
    'a position of another feed',
    async () => ({ KEY: (await makeFeed(0)).KEY, position: (await makeFeed(1)).ids[0] }),
    'invalid_parameter',
  ],
  ['a key that was revoked', async () => ({ KEY: 'sfk_none', position: null }), 'invalid_api_key'],
])('it ends with %s, and does not go round for ever', async (_, scene, code) => {
  const { KEY, position = null } = await scene()
  const { waits, ended } = await runLoop({ KEY, stored: { position } }, { process: () => {} })
  expect(waits).toEqual([])
  expect(String(ended)).toContain(code)
})

test('it waits as long as Retry-After says, and stops where it would miss something', async () => {
  const { ids, KEY } = await makeFeed(1)
  const answers = [429, 503].map((status) => new Response('', { status, headers: { 'retry-after': '7' } }))
  const seen: string[] = []
  const fetch: typeof globalThis.fetch = async (...sent) => answers.shift() ?? globalThis.fetch(...sent)
  const process = ({ id }: { id: string }) => seen.push(id)
  expect(await runLoop({ KEY, stored: { position: null } }, { process, fetch })).toMatchObject({
    waits: [7, 7, 5],
  })
  expect(seen).toEqual(ids)
  const position = 'evt_01000000-0000-7000-8000-000000000000'
  const { ended } = await runLoop({ KEY, stored: { position } }, { process })
  expect(String(ended)).toContain('Request the feed with after=now, read the objects')
})
