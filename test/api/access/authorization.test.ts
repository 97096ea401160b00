import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mintToken } from '../../../lib/domain/api-keys/token.ts'
import { revoke } from '../../support/identity-items.ts'
import { PUBLIC_PATHS } from '../../support/public-paths.ts'
import { type Lines, lasting, outcomeOf, problemIn, send } from '../../support/send.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'

const shop = await makeBusiness()
const other = await makeBusiness()
const token = await makeToken(shop)
const revoked = await makeToken(shop)
await revoke(revoked)
const expired = await makeToken(shop, { expires_at: '2001-01-01T00:00:00.000Z' })

const swapped = (text: string, at: number) =>
  `${text.slice(0, at)}${text.charAt(at) === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`

const BAD: [string, string | string[]][] = [
  ['an empty value', ''],
  ['only the scheme', 'Bearer'],
  ['the scheme and a space', 'Bearer '],
  ['another scheme', `Basic ${Buffer.from(`${token}:`).toString('base64')}`],
  ['another scheme with a token', `Basic ${token}`],
  ['no scheme', token],
  ['the scheme twice', `Bearer Bearer ${token}`],
  ['two tokens', `Bearer ${token} ${token}`],
  ['two tokens and a comma', `Bearer ${token},${token}`],
  ['two lines', [`Bearer ${token}`, `Bearer ${token}`]],
  ['a line and an empty one', [`Bearer ${token}`, '']],
  ['an empty line and one', ['', `Bearer ${token}`]],
  ['a good line and a bad one', [`Bearer ${token}`, 'Basic eDp5']],
  ['a tab for a space', `Bearer\t${token}`],
  ['two spaces', `Bearer  ${token}`],
  ['no space', `Bearer${token}`],
  ['a non-breaking space', `Bearer\u00a0${token}`],
  ['quotes', `Bearer "${token}"`],
  ['a parameter', `Bearer token=${token}`],
  ['a token of 9 KB', `Bearer sfk_${'a'.repeat(9000)}`],
  ['9 KB of spaces', `Bearer ${' '.repeat(9000)}x`],
  ['a Latin-1 letter in the token', `Bearer ${token.slice(0, -1)}\u00e9`],
  ['the first character changed', `Bearer ${swapped(token, 0)}`],
  ['a character changed', `Bearer ${swapped(token, 20)}`],
  ['the last character changed', `Bearer ${swapped(token, token.length - 1)}`],
  ['a character missing', `Bearer ${token.slice(0, -1)}`],
  ['a character more', `Bearer ${token}0`],
  ['upper case', `Bearer ${token.toUpperCase()}`],
  ['an unknown token', `Bearer ${mintToken()}`],
  ['an expired key', `Bearer ${expired}`],
  ['a revoked key', `Bearer ${revoked}`],
]

const unknown = `no-${randomUUID().slice(0, 8)}`
const BESIDE: [string, string, Lines][] = [
  ['nothing', '', {}],
  ['the right slug', '', { 'x-public-business-slug': shop.slug }],
  ['the right alias and a good query', `?business=${shop.slug}&_=1`, {}],
  ['an unknown slug', '', { 'x-public-business-slug': unknown }],
  ['an empty slug', '', { 'x-public-business-slug': '' }],
  ['two slugs', '', { 'x-public-business-slug': [shop.slug, shop.slug] }],
  ['a conflict', `?business=${other.slug}`, { 'x-public-business-slug': shop.slug }],
  ['an unknown parameter', '?what=1', { 'x-public-business-slug': shop.slug }],
  ['a page that asks', '', { origin: 'https://shop.example', 'x-public-business-slug': shop.slug }],
]

const reference = await send('/business', { authorization: 'Bearer x' })

test('the refusal is a 401 problem that names the scheme and the fault', () => {
  expect(outcomeOf(reference)).toBe('401 invalid_api_key')
  expect(reference.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  expect(reference.headers['cache-control']).toBe('no-store')
})

/** One function judges the header, whatever else is sent: each is tried beside one thing, and each thing beside some. */
test.each(BAD.map(([what, sent], n) => [what, BESIDE[n % BESIDE.length]?.[0] ?? '', sent, n] as const))(
  'an Authorization of %s is refused alike beside %s',
  async (_, __, authorization, n) => {
    const [, query = '', headers = {}] = BESIDE[n % BESIDE.length] ?? []
    const answer = await send(`/business${query}`, { ...headers, authorization })
    expect(lasting(answer)).toEqual(lasting(reference))
  },
)

test.each(PUBLIC_PATHS)('on %s', async (path) => {
  const headers = { 'x-public-business-slug': shop.slug }
  for (const authorization of [[`Bearer ${token}`, ''], `Bearer ${mintToken()}`]) {
    expect(lasting(await send(path, { ...headers, authorization }))).toEqual(lasting(reference))
    const head = await send(path, { ...headers, authorization }, 'HEAD')
    expect({ status: head.status, length: head.body.length }).toEqual({ status: 401, length: 0 })
  }
})

test('request ids are all that differs', async () => {
  const [first, second] = [problemIn(reference), problemIn(await send('/business', { authorization: '' }))]
  expect(second).toEqual({
    ...first,
    request_id: second.request_id,
    instance: `urn:uuid:${second.request_id}`,
  })
  expect(second.request_id).not.toBe(first.request_id)
})

test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
  'a good key is taken with the scheme %s',
  async (scheme) => {
    const answer = await send('/business', { authorization: `${scheme} ${token}` })
    expect(JSON.parse(answer.body.toString())).toMatchObject({ id: shop.id })
  },
)

test('a key that will expire is good until then', async () => {
  const authorization = `Bearer ${await makeToken(shop, { expires_at: '2999-01-01T00:00:00.000Z' })}`
  expect(outcomeOf(await send('/business', { authorization }))).toBe('200')
})

test.each(['Proxy-Authorization', 'X-Api-Key', 'X-Authorization', 'Cookie'])(
  'a key in %s is not looked at',
  async (name) => {
    expect(outcomeOf(await send('/business', { [name]: `Bearer ${token}` }))).toBe(
      '401 identification_required',
    )
  },
)

test.each(['access_token', 'api_key', 'authorization', 'token'])(
  'a key in the query as %s is not looked at',
  async (name) => {
    expect(outcomeOf(await send(`/business?${name}=${token}`))).toBe('401 identification_required')
  },
)
