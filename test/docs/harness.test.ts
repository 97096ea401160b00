/**
 * Faults of the harness that would let a wrong page pass. A harness that asks too much of pages, or reads their commands
 * wrongly, fails in the tests of the pages themselves.
 */
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { faultsOf, httpFaults, jsonFaults } from './compare.ts'
import { type Reply, readCurl } from './curl.ts'
import { Placeholders } from './placeholders.ts'
import { commandsIn } from './shell.ts'

const ID = '01a20069-7eb4-7ce1-bca3-a4d4d9dc8b07'
const OTHER = '01a20069-a51f-7003-bc8c-375485a91719'

const answered = { id: OTHER, name: 'Sencha', price: 1490, tags: ['japan'], cost: null, data: [{ a: 1 }] }
const documented = { ...answered, id: ID }
const reply = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  text: JSON.stringify(body),
})
const nothingKnown = () => new Placeholders([])
const whole = () => ({ known: nothingKnown(), isWhole: true })

test.each<[what: string, change: object]>([
  ['a member too many', { ...documented, sku: 'A' }],
  ['a member too few', (({ cost: _, ...rest }) => rest)(documented)],
  ['a renamed member', (({ cost, ...rest }) => ({ ...rest, kost: cost }))(documented)],
  ['another value', { ...documented, price: 1491 }],
  ['another type', { ...documented, price: '1490' }],
  ['null instead of a value', { ...documented, name: null }],
  ['a value instead of null', { ...documented, cost: 0 }],
  ['an element too many', { ...documented, tags: ['japan', 'organic'] }],
  ['an element too few', { ...documented, tags: [] }],
  ['an object instead of a list', { ...documented, data: { 0: { a: 1 } } }],
  ['another value deep down', { ...documented, data: [{ a: 2 }] }],
  ['an id that is none', { ...documented, id: 'sencha' }],
])('%s is found', (_, page) => {
  expect(faultsOf(page, answered, whole())).not.toEqual([])
})

test('a list that is cut is compared as far as it is shown', () => {
  const page = (tags: string[]) => faultsOf({ tags }, { tags: ['a', 'b', 'c'] }, whole())
  expect(page(['a', 'b', '…'])).toEqual([])
  expect(page(['a', 'x', '…'])).toEqual(['$.tags[1]: "x", and not "b"'])
  expect(page(['a', 'b', 'c', '…'])).not.toEqual([])
})

test('a member too many is found on a page that does not show all members, too', () => {
  const part = { ...whole(), isWhole: false }
  expect(faultsOf({ ...documented, sku: 'A' }, answered, part)).toEqual(['$.sku was not answered'])
})

test.each<[page: string, told: string]>([
  [`evt_${ID}`, OTHER],
  [`evt_${ID}`, `evt_${OTHER}0`],
  [ID, `evt_${OTHER}`],
  ['2026-11-21T23:20:43.444Z', '2027-01-01T00:00:00Z'],
  ['"1795303011744.3"', '"1795303011744.4"'],
  ['"hiHsimy_Gr2OolTUIfn4BI-br"', '"hiHsimy_Gr2OolTUIfn4BI"'],
  ['<?limit=1&cursor=HieBoA…>; rel="next"', '<?limit=2&cursor=HieBoA>; rel="next"'],
  ['"default";r=99;t=1', '"default";r=99'],
  ['sfk_8vQm…', 'sfk_8vQm'],
  ['http://localhost:3000/media/a/5961426c…/2000.webp', 'http://localhost:1/media/b/5961426c/2000.webp'],
  ['A long text …', 'Another text'],
])('%s does not stand for %s', (page, told) => {
  expect(nothingKnown().matches(page, told)).toBe(false)
})

test('a name means one thing, and a thing has one name', () => {
  const known = nothingKnown()
  expect(known.matches(ID, OTHER)).toBe(true)
  expect(known.matches(ID, ID)).toBe(false)
  expect(known.matches('01a1f85c-9786-79fb-a3c4-bd6300fca740', OTHER)).toBe(false)
})

test('no other time replaces one that was sent', () => {
  const known = nothingKnown()
  const [sent, other] = ['2036-06-30T00:00:00.000Z', '2036-06-30T00:00:00.001Z']
  known.filledIn(`curl -d '{"expires_at": "${sent}"}'`)
  expect(known.matches(sent, other)).toBe(false)
})

test('a block of JSON alone says 200, or the status of its problem', () => {
  const faults = (page: object, status: number) =>
    jsonFaults(JSON.stringify(page), reply(status, page), whole())
  expect(faults({ a: 1 }, 201)).toHaveLength(1)
  expect(faults({ status: 404, code: 'product_not_found' }, 410)).toHaveLength(1)
})

test('a block of HTTP says status, named headers and the body it shows', () => {
  const told = reply(201, { a: 1 }, { location: '/x', etag: '"1"' })
  const faults = (page: string) => httpFaults(page, told, whole())
  for (const wrong of [
    'HTTP/1.1 200 OK',
    'HTTP/1.1 201 OK',
    'HTTP/1.1 201 Created\nLocation: /y',
    'HTTP/1.1 201 Created\nLink: /x',
    'HTTP/1.1 201 Created\n\n{"b": 1}',
  ])
    expect(faults(wrong), wrong).toHaveLength(wrong.includes('"b"') ? 2 : 1)
})

const wordsOf = (text: string, variables: Record<string, string> = {}) => [
  ...commandsIn(text, new Map(Object.entries(variables))),
]

test('a variable between single quotes stays as it is, as in a shell', () => {
  expect(wordsOf(`curl "$ID" '$ID'`, { ID: '1' })).toEqual([['curl', '1', '$ID']])
})

test.each([
  'curl $NOBODY',
  'curl a | jq',
  'a; b',
  'a && b',
  'a $(b)',
  'a `b`',
  'a > b',
  'A=1 curl',
  'a *',
  "a 'b",
])('%s is refused: a shell would do more with it', (text) => {
  expect(() => wordsOf(text)).toThrow()
})

test('a body without a header for its type is a form, as curl sends it', () => {
  expect(readCurl(['curl', 'http://x', '-d', '{}']).headers).toContainEqual([
    'Content-Type',
    'application/x-www-form-urlencoded',
  ])
})

test.each([
  ['GET', []],
  ['HEAD', ['-I']],
  ['PUT', ['-X', 'PUT']],
  ['POST', ['-d', '{}']],
])('a command is sent by %s as curl sends it, with %j', (method, options) => {
  expect(readCurl(['curl', 'http://x', ...options]).method).toBe(method)
})

test.each([
  [['curl', '-k', 'http://x']],
  [['curl', '--json', '{}', 'http://x']],
  [['curl']],
  [['curl', 'http://x', 'http://y']],
  [['curl', 'http://x/{a,b}']],
  [['curl', 'http://x?cursor=a…']],
  [['curl', 'http://x', '-H', 'A']],
  [['curl', 'http://x', '-d', '@file']],
  [['curl', 'http://x', '--data-binary', '@file']],
  [['curl', 'http://x', '-d', 'a', '--data-binary', 'b']],
  [['wget', 'http://x']],
])('%s is refused', (words) => {
  expect(() => readCurl(words)).toThrow()
})

test('blocks are found with their language, what is behind it, and their line', () => {
  expect(blocksOf('# A\n\n```json event\n{}\n```\n\n```sh\na\nb\n```\n')).toEqual([
    { language: 'json', info: 'event', text: '{}\n', line: 3 },
    { language: 'sh', info: '', text: 'a\nb\n', line: 7 },
  ])
})
