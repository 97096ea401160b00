import { getMetadata, is } from 'valibot'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { identify } from '../../lib/api/access/identify.ts'
import { AUTHORIZER, BACKGROUND } from '../../lib/api/routes.ts'
import { findBusiness, renameBusiness } from '../../lib/data/businesses.ts'
import { LEASE_MS } from '../../lib/delivery/run.ts'
import { isSlug } from '../../lib/domain/text/identifiers.ts'
import { slug } from '../../lib/domain/text/slug.ts'
import { revoke, suspend } from '../support/identity-items.ts'
import { send } from '../support/send.ts'
import { makeBusiness, makeToken } from '../support/shop.ts'
import { readTemplate, resourcesOf } from '../support/template.ts'
import { readPage } from './blocks.ts'
import { LIMITS } from './limit-table.ts'

const UNITS: Record<string, number> = {
  KB: 1024,
  MB: 1024 ** 2,
  GB: 1024 ** 3,
  bytes: 1,
  s: 1,
  seconds: 1,
  hour: 60 * 60,
  hours: 60 * 60,
  days: 24 * 60 * 60,
}

const page = readPage('docs/limits.md')

/** The page's figures by the first column, in bytes or seconds if they have a unit. */
const figures = new Map(
  [...page.matchAll(/^\| ([^|]+) \| ([\d,.]+)(?: (\w+))? \|/gm)].map(
    ([, limit = '', digits = '', unit = '']) => [
      limit,
      Math.floor(Number(digits.replaceAll(',', '')) * (unit ? (UNITS[unit] ?? Number.NaN) : 1)),
    ],
  ),
)

const figureOf = (limit: string): number => {
  const figure = figures.get(limit)
  if (figure === undefined) throw new Error(`the page says nothing of: ${limit}`)
  return figure
}

const template = readTemplate(inject('assemblyDir'))

/** The gateway waits for the authorizer less long, and for no background function. */
const NOT_WAITED_FOR = new Set([AUTHORIZER, ...BACKGROUND].map((needs) => `Storefront ${needs.function}`))

/** Limits that the template decides, or that can only be seen from outside. */
const ELSEWHERE: Record<string, (figure: number) => unknown> = {
  'running time of a function': (seconds) => {
    const timeouts = resourcesOf(template, 'AWS::Lambda::Function')
      .filter(({ Properties }) => !NOT_WAITED_FOR.has(String(Properties.Description)))
      .map(({ Properties }) => Properties.Timeout)
    expect(new Set(timeouts)).toEqual(new Set([seconds]))
  },
  'until a hold that has ended gives its pieces back, if nobody needs them sooner': (seconds) => {
    const rules = resourcesOf(template, 'AWS::Events::Rule').map(({ Properties }) => Properties)
    expect(rules.map(({ ScheduleExpression }) => ScheduleExpression)).toContain('rate(1 minute)')
    expect(seconds).toBe(60)
  },
  // A rule each minute, and a few seconds for a run: test/prove/schedules.ts.
  'until a change is made, or ended, after its time in a schedule; never before, and later if thousands are due at the same time':
    (seconds) => {
      const rules = resourcesOf(template, 'AWS::Events::Rule').map(({ Properties }) => Properties)
      expect(rules.map(({ ScheduleExpression }) => ScheduleExpression)).toContain('rate(1 minute)')
      expect(seconds).toBe(65)
    },
  'until a webhook is delivered to again after its function has died': (seconds) => {
    const queues = resourcesOf(template, 'AWS::SQS::Queue').map(({ Properties }) => Properties)
    expect(queues.map(({ VisibilityTimeout }) => VisibilityTimeout)).toContain(seconds)
    expect(LEASE_MS / 1000).toBeLessThan(seconds)
  },
  'request line and header values together': async (bytes) => {
    const { host, pathname } = new URL(inject('baseUrl'))
    const rest = `GET ${pathname}/health HTTP/1.1${host.replace('localhost', '127.0.0.1')}keep-alive`
    const statusOf = async (size: number) => (await send('/health', { x: 'x'.repeat(size) })).status
    expect([await statusOf(bytes - rest.length), await statusOf(bytes - rest.length + 1)]).toEqual([200, 431])
  },
  'a request as a function receives it': async (bytes) => {
    const post = async (body: string) => {
      const answer = await fetch(`${inject('baseUrl')}/admin/products`, { method: 'POST', body })
      return { status: answer.status, members: Object.keys((await answer.json()) as object) }
    }
    expect(await post('x'.repeat(bytes))).toEqual({ status: 413, members: ['message'] })
    // The rest of the event, headers above all, has a few KB.
    expect(await post('x'.repeat(bytes - 20_000))).toMatchObject({ status: 401 })
  },
  'until a changed slug or status of a business takes effect everywhere, apart from caches': async (
    seconds,
  ) => {
    const business = await makeBusiness()
    const ask = () => identify('GET /api/v1/business', { ...NOTHING, slug: business.slug })
    expect(await ask()).toHaveProperty('business_id')
    await suspend(business)
    await expectFrom(seconds, async () => 'denial' in (await ask()))
  },
  'until revoking, narrowing or rotating an API key takes effect everywhere': async (seconds) => {
    const token = await makeToken(await makeBusiness())
    const ask = () => identify('GET /api/v1/business', { ...NOTHING, authorization: `Bearer ${token}` })
    expect(await ask()).toHaveProperty('business_id')
    await revoke(token)
    await expectFrom(seconds, async () => 'denial' in (await ask()))
  },
  'how long a former slug identifies its business': async (seconds) => {
    const [business, now] = [await makeBusiness(), Date.now()]
    await renameBusiness(business.id, `${business.slug}-new`, { now: new Date(now) })
    const find = (s: number) => findBusiness(business.slug, new Date(now + s * 1000))
    expect([(await find(seconds - 1))?.id, await find(seconds)]).toEqual([business.id, undefined])
  },
}

const NOTHING = { authorization: undefined, slug: undefined, uuid: undefined, aliases: [] }

/** Something is so by then, and not already after half the time: the figure is no guess to be safe. */
async function expectFrom(seconds: number, isSo: () => Promise<boolean>): Promise<void> {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + (seconds / 2) * 1000 })
  expect(await isSo()).toBe(false)
  vi.setSystemTime(now + seconds * 1000)
  expect(await isSo()).toBe(true)
}

afterEach(() => vi.useRealTimers())

test('every figure of docs/limits.md has a check, and every check a figure', () => {
  expect([...figures.keys()].sort()).toEqual([...Object.keys(LIMITS), ...Object.keys(ELSEWHERE)].sort())
  const rows = [...page.matchAll(/^\| (?!Limit)/gm)]
  expect(rows).toHaveLength(figures.size)
})

test.each(Object.entries(LIMITS))('the limit of %s is what the page says', async (name, limit) => {
  const figure = figureOf(name)
  expect(typeof limit === 'function' ? await limit(figure) : limit).toBe(figure)
})

test.each(Object.entries(ELSEWHERE))('the limit of %s is what the page says', async (limit, check) => {
  await check(figureOf(limit))
})

test('the reserved words are those of the page', () => {
  const [, list = ''] = /Reserved as slugs and ids: (.+?)\.\n/s.exec(page) ?? []
  const words = [...list.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
  const [, reserved = ''] = /^\^\(\?:([^)]*)\)\$/.exec(getMetadata(slug).not.pattern) ?? []
  expect(words.sort()).toEqual(reserved.split('|').sort())
  expect(words.filter((word) => !isSlug(word) || is(slug, word))).toEqual([])
})

const CHANGED = 'until a change, such as an unpublished product, is in every shared cache'
const SUSPENDED = 'until a suspended business is gone from every shared cache'
const DELETED_PICTURE = 'until a deleted picture is gone from every shared cache'
const KEY_ENDS = 'until revoking, narrowing or rotating an API key takes effect everywhere'

/** The same time on other pages, and in what commands print. */
const REPEATED: [file: string, limit: string, sentence: RegExp][] = [
  ['docs/public-reads.md', CHANGED, /A change is visible within (\d+ s) through any cache/],
  ['docs/edge.md', CHANGED, /a change is visible within (\d+ s)/],
  ['docs/edge.md', CHANGED, /The longest waits are (\d+ s) for a change/],
  ['docs/operator.md', CHANGED, /events \| within 5 s; in caches (\d+ s) \|/],
  ['docs/edge.md', SUSPENDED, /suspended or deleted business stays readable for\s+up to (\d+ s)/],
  ['docs/edge.md', SUSPENDED, /(\d+ s) for a suspended business/],
  ['docs/operator.md', SUSPENDED, /takes effect within 60 s, and in caches within (\d+ s)/],
  ['docs/operator.md', SUSPENDED, /within 60 s; in caches (\d+ s) \|/],
  ['lib/operator/business/business-status-command.ts', SUSPENDED, /and in caches within (\d+ s)/],
  ['docs/edge.md', DELETED_PICTURE, /(\d+ hours) for a deleted picture/],
  ['docs/media.md', DELETED_PICTURE, /a deleted picture for up to (\d+ hours)/],
  ['docs/operations.md', DELETED_PICTURE, /The edge shows it for up to (\d+ hours) more/],
  ['docs/api-keys.md', KEY_ENDS, /the oldest token stops working\s+within (\d+ seconds)/],
]

test.each(REPEATED)('%s says the same time: %s', (file, limit, sentence) => {
  const [, digits, unit = ''] = /(\d+) (\w+)/.exec(sentence.exec(readPage(file))?.[1] ?? '') ?? []
  expect(Number(digits) * Number(UNITS[unit])).toBe(figureOf(limit))
})

test('docs/feeds.md says how long a product that was withdrawn is in a feed', () => {
  const [, minutes, seconds] =
    /for up to (\d+) minutes, and a cache for (\d+) s more/.exec(readPage('docs/feeds.md')) ?? []
  const named = 'until a product that was withdrawn is gone from product feeds in every shared cache'
  expect(Number(minutes) * 60 + Number(seconds)).toBe(figureOf(named))
})
