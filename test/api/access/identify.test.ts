import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { suspend } from '../../support/identity-items.ts'
import { type Lines, outcomeOf, problemIn, send } from '../../support/send.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'

const shop = await makeBusiness()
const other = await makeBusiness()
const suspended = await makeBusiness()
await suspend(suspended)
const key = await makeToken(shop)

/** Whom GET /business takes the caller for: `200 <slug>`, or the refusal. */
async function found(query: string, headers: Lines): Promise<string> {
  const answer = await send(`/business${query}`, headers)
  return answer.status === 200 ? `200 ${JSON.parse(answer.body.toString()).slug}` : outcomeOf(answer)
}

const OURS = `200 ${shop.slug}`
const UNKNOWN = '404 business_not_found'
const UNUSABLE = '400 invalid_identity'
const NOBODY = '401 identification_required'

/** UTF-8 bytes as a header carries them. */
const bytes = (text: string) => Buffer.from(text).toString('latin1')
const percent = (text: string) => text.replace(/^./, (c) => `%${c.charCodeAt(0).toString(16)}`)
const cyrillic = shop.slug.replace('o', 'о')
const fullWidth = shop.slug.replace('s', 'ｓ')
const shouted = (text: string) => text.toUpperCase()

describe('the slug header', () => {
  test.each<[string, Lines[string], string]>([
    ['the right slug', shop.slug, OURS],
    ['the right slug within white space', `  ${shop.slug}\t`, OURS],
    ['an unknown slug', `no-${randomUUID().slice(0, 8)}`, UNKNOWN],
    ['upper case', shouted(shop.slug), UNKNOWN],
    ['one letter in upper case', shop.slug.replace('h', 'H'), UNKNOWN],
    ['the UUID', shop.id, UNKNOWN],
    ['a percent-encoded letter', percent(shop.slug), UNKNOWN],
    ['a Cyrillic look-alike', bytes(cyrillic), UNKNOWN],
    ['a full-width look-alike', bytes(fullWidth), UNKNOWN],
    ['a non-breaking space behind it', `${shop.slug}\u00a0`, UNKNOWN],
    ['a # and more', `${shop.slug}#SHOP`, UNKNOWN],
    ['a | and more', `${shop.slug}|${other.slug}`, UNKNOWN],
    ['quotes', `"${shop.slug}"`, UNKNOWN],
    ['a wildcard', '*', UNKNOWN],
    ['a partition of the table', `BIZ#${shop.id}`, UNKNOWN],
    ['a hyphen at its end', `${shop.slug}-`, UNKNOWN],
    ['64 characters', 'a'.repeat(64), UNKNOWN],
    ['nothing', '', UNUSABLE],
    ['the same twice', [shop.slug, shop.slug], UNUSABLE],
    ['two businesses', [shop.slug, other.slug], UNUSABLE],
    ['itself and nothing', [shop.slug, ''], UNUSABLE],
    ['nothing and itself', ['', shop.slug], UNUSABLE],
    ['nothing twice', ['', ''], UNUSABLE],
    ['two slugs in one line', `${shop.slug},${other.slug}`, UNUSABLE],
  ])('%s', async (_, value, expected) => {
    expect(await found('', { 'x-public-business-slug': value })).toBe(expected)
  })

  test.each(['X-Public-Business-Slug', 'X-PUBLIC-BUSINESS-SLUG', 'x-pUBLIC-bUSINESS-sLUG'])(
    'is called %s too',
    async (name) => {
      expect(await found('', { [name]: shop.slug })).toBe(OURS)
    },
  )

  test.each(['x-public-business', 'x_public_business_slug', 'public-business-slug', 'x-business-id'])(
    'is not called %s',
    async (name) => {
      expect(await found('', { [name]: shop.slug })).toBe(NOBODY)
    },
  )
})

describe('the UUID header', () => {
  test.each<[string, Lines[string], string]>([
    ['the right UUID', shop.id, OURS],
    ['upper case', shouted(shop.id), OURS],
    ['an unknown UUID', randomUUID(), UNKNOWN],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000', UNKNOWN],
    ['the slug', shop.slug, UNKNOWN],
    ['no hyphens', shop.id.replaceAll('-', ''), UNKNOWN],
    ['braces', `{${shop.id}}`, UNKNOWN],
    ['a URN', `urn:uuid:${shop.id}`, UNKNOWN],
    ['a percent-encoded digit', percent(shop.id), UNKNOWN],
    ['a Cyrillic look-alike', bytes(shop.id.replace(/[0-9a-f]/, 'а')), UNKNOWN],
    ['a # and more', `${shop.id}#ACCESS`, UNKNOWN],
    ['a digit more', `${shop.id}0`, UNKNOWN],
    ['nothing', '', UNUSABLE],
    ['the same twice', [shop.id, shop.id], UNUSABLE],
    ['two businesses', [shop.id, other.id], UNUSABLE],
    ['itself and nothing', [shop.id, ''], UNUSABLE],
  ])('%s', async (_, value, expected) => {
    expect(await found('', { 'x-public-business-uuid': value })).toBe(expected)
  })
})

describe('the query alias', () => {
  test.each([
    ['the slug', `business=${shop.slug}`, OURS],
    ['the UUID', `business=${shop.id}`, OURS],
    ['the UUID in upper case', `business=${shouted(shop.id)}`, OURS],
    ['a percent-encoded letter', `business=${percent(shop.slug)}`, OURS],
    ['its own name percent-encoded', `%62usiness=${shop.slug}`, OURS],
    ['empty pairs around it', `&&business=${shop.slug}&`, OURS],
    ['an unknown slug', `business=no-${randomUUID().slice(0, 8)}`, UNKNOWN],
    ['an unknown UUID', `business=${randomUUID()}`, UNKNOWN],
    ['the slug in upper case', `business=${shouted(shop.slug)}`, UNKNOWN],
    ['a doubly encoded letter', `business=%25${percent(shop.slug).slice(1)}`, UNKNOWN],
    ['a Cyrillic look-alike', `business=${encodeURIComponent(cyrillic)}`, UNKNOWN],
    ['a full-width look-alike', `business=${encodeURIComponent(fullWidth)}`, UNKNOWN],
    ['NUL', `business=${shop.slug}%00`, UNKNOWN],
    ['NUL and another slug', `business=${shop.slug}%00${other.slug}`, UNKNOWN],
    ['a newline', `business=${shop.slug}%0A`, UNKNOWN],
    ['a newline before it', `business=%0a${shop.slug}`, UNKNOWN],
    ['a #', `business=${shop.slug}%23SHOP`, UNKNOWN],
    ['a |', `business=${shop.slug}%7C`, UNKNOWN],
    ['a space', `business=${shop.slug}+`, UNKNOWN],
    ['a second =', `business==${shop.slug}`, UNKNOWN],
    ['a UUID and a newline', `business=${shop.id}%0A`, UNKNOWN],
    ['a broken percent sign', `business=${shop.slug}%`, UNKNOWN],
    ['broken UTF-8', 'business=%E0%A4%A', UNKNOWN],
    ['an overlong encoding', `business=%C1%B3${shop.slug.slice(1)}`, UNKNOWN],
    ['nothing', 'business=', UNUSABLE],
    ['nothing, not even =', 'business', UNUSABLE],
    ['the same twice', `business=${shop.slug}&business=${shop.slug}`, UNUSABLE],
    ['two businesses', `business=${shop.slug}&business=${other.slug}`, UNUSABLE],
    ['two businesses, one name encoded', `business=${shop.slug}&b%75siness=${other.slug}`, UNUSABLE],
    ['itself and nothing', `business=${shop.slug}&business=`, UNUSABLE],
    ['itself and broken UTF-8', `business=${shop.slug}&business=%E0%A4%A`, UNUSABLE],
    ['another casing of its name', `Business=${shop.slug}`, NOBODY],
    ['brackets', `business[]=${shop.slug}`, NOBODY],
    ['a member', `business[slug]=${shop.slug}`, NOBODY],
    ['a semicolon for &', `x=1;business=${shop.slug}`, NOBODY],
    ['a name it begins with', `business_slug=${shop.slug}`, NOBODY],
  ])('%s', async (_, query, expected) => {
    expect(await found(`?${query}`, {})).toBe(expected)
  })
})

test('nothing identifies nobody', async () => {
  const answer = await send('/business')
  expect(outcomeOf(answer)).toBe(NOBODY)
  expect(answer.headers['www-authenticate']).toBe('Bearer')
})

describe('a suspended business', () => {
  test.each<[string, string, Lines]>([
    ['its slug', '', { 'x-public-business-slug': suspended.slug }],
    ['its UUID', '', { 'x-public-business-uuid': suspended.id }],
    ['the alias', `?business=${suspended.slug}`, {}],
  ])('looks by %s as if there were none', async (_, query, headers) => {
    const unknown = await send('/business', { 'x-public-business-slug': `no-${randomUUID().slice(0, 8)}` })
    const answer = await send(`/business${query}`, headers)
    const { request_id: _a, instance: _b, ...problem } = problemIn(answer)
    expect(problemIn(unknown)).toMatchObject(problem)
    expect(answer.status).toBe(404)
  })

  test('shows a key its own rights', async () => {
    const authorization = `Bearer ${await makeToken(suspended)}`
    expect(await found('', { authorization })).toBe('403 business_suspended')
    expect(await found('', { authorization, 'x-public-business-slug': suspended.slug })).toBe(
      '403 business_suspended',
    )
  })

  test("beside another business's key is a conflict", async () => {
    const headers = { authorization: `Bearer ${key}`, 'x-public-business-slug': suspended.slug }
    expect(await found('', headers)).toBe('400 identity_conflict')
  })
})
