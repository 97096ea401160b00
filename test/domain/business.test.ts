import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isStatus, isSuspended, newBusiness, STATUSES } from '../../lib/domain/business.ts'
import { faultyPaths } from '../support/faults-of.ts'

const least = { slug: 'acme', name: 'Acme', currency: 'EUR' }
const faulty = (input: object) => faultyPaths(newBusiness, { ...least, ...input })

test('slug, name and currency are enough for a business', () => {
  expect(v.parse(newBusiness, least)).toEqual({
    ...least,
    description: '',
    logo_url: null,
    locale: 'en',
    timezone: 'UTC',
    country: null,
    contact: { email: null, phone: null, website: null, address: null },
    social_links: [],
    metadata: {},
    product_url_template: null,
  })
  expect(faultyPaths(newBusiness, {}).sort()).toEqual(['currency', 'name', 'slug'])
})

const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://social.example/${n}`)

const VALUES: [field: string, taken: unknown[], refused: unknown[]][] = [
  [
    'slug',
    ['a', 'x'.repeat(63)],
    ['', 'A', 'x'.repeat(64), 'search', '01900000-0000-7000-8000-000000000000', null],
  ],
  ['name', ['x', 'x'.repeat(200)], ['', ' ', 'x'.repeat(201), null, 1]],
  ['description', ['', 'x'.repeat(5000)], ['x'.repeat(5001), null]],
  ['logo_url', [null, 'https://a.b/c.svg'], ['http://a.b', 'a', '']],
  ['currency', ['EUR', 'USD', 'JPY', 'KWD'], ['eur', 'EURO', 'E', '', 'ZZZ', 978, null]],
  ['locale', ['en', 'de-DE', 'zh-Hant-TW', 'sr-Latn'], ['', 'en_US', 'e', 'de-', 'not a tag', null]],
  [
    'timezone',
    ['UTC', 'Europe/Berlin', 'America/Argentina/Salta'],
    ['', '+02:00', '-02:00', '02:00', '+0200', 'Mars/Base', 'Berlin', null],
  ],
  ['country', [null, 'DE', 'US', 'AX', 'BQ', 'GB'], ['de', 'DEU', 'D', '', '12', 'AA', 'QQ', 276]],
  ['social_links', [[], urls(20)], [urls(21), ['http://a.b'], ['x'], 'https://a.b', null]],
  [
    'product_url_template',
    [null, 'https://a.b/{slug}', `https://a.b/${'x'.repeat(481)}{slug}?`],
    ['', 'https://a.b/', 'http://a.b/{slug}', `https://a.b/${'x'.repeat(482)}{slug}?`, 7],
  ],
  ['contact', [{}, { email: null }], [null, 'a@b.c', { fax: '1' }]],
]

test.each(VALUES)('%s takes what it is for and refuses the rest', (field, taken, refused) => {
  for (const value of taken) expect([value, faulty({ [field]: value })]).toEqual([value, []])
  for (const value of refused) {
    const roots = new Set(faulty({ [field]: value }).map((path) => path.split('.')[0]))
    expect([value, [...roots]]).toEqual([value, [field]])
  }
})

test.each(['phone', 'address'])('contact.%s has at most 500 characters', (field) => {
  expect(faulty({ contact: { [field]: '\u{1F375}'.repeat(500) } })).toEqual([])
  expect(faulty({ contact: { [field]: 'x'.repeat(501) } })).toEqual([`contact.${field}`])
  expect(faulty({ contact: { [field]: 'a\u0000' } })).toEqual([`contact.${field}`])
})

test('contact.website is an https URL', () => {
  expect(faulty({ contact: { website: 'https://a.b' } })).toEqual([])
  expect(faulty({ contact: { website: 'javascript:alert(1)' } })).toEqual(['contact.website'])
})

test.each(['id', 'status', 'version', 'created_at', 'owner', '__proto__'])(
  'the field %s is refused',
  (field) => {
    expect(
      faultyPaths(newBusiness, JSON.parse(JSON.stringify(least).replace('{', `{"${field}":"x",`))),
    ).toEqual([field])
  },
)

test('an empty template has one fault, its length', () => {
  const { issues } = v.safeParse(newBusiness, { ...least, product_url_template: '' })
  expect(issues?.map(({ message }) => message)).toEqual(['must have 1 to 500 characters'])
})

test('a business is served while it is active, and suspended in one status alone', () => {
  expect(STATUSES.filter(isStatus)).toEqual(STATUSES)
  expect(['', 'Active', 'closed', null, undefined].filter(isStatus)).toEqual([])
  expect(STATUSES.filter(isSuspended)).toEqual(['suspended'])
  expect(isSuspended(undefined)).toBe(false)
})
