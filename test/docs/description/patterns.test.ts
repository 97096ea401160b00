import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { describeApi } from '../../../lib/docs/description/describe.ts'
import type { JsonSchema } from '../../../lib/docs/description/openapi.ts'
import { addressRange } from '../../../lib/domain/api-keys/address-range.ts'
import { newBusiness } from '../../../lib/domain/business.ts'
import { COUNTRIES } from '../../../lib/domain/countries.ts'
import { newProduct } from '../../../lib/domain/products/product.ts'
import { isPlainText } from '../../../lib/domain/text/text.ts'
import { validatorOf } from './described.ts'

const description = describeApi()
const validator = validatorOf(description)
const [product] = newProduct.pipe
const { entries: business } = newBusiness

/** A member of what is sent, as the description has it and as the server judges it. */
interface Rule {
  described: (text: string) => boolean
  accepted: (text: string) => boolean
}

function ruleOf(component: string, member: string, schema: v.GenericSchema): Rule {
  const described = validator.compile({
    $ref: `description#/components/schemas/${component}/properties/${member}`,
  })
  // The reading of bodies refuses such texts everywhere.
  return {
    described: (text) => isWellFormed(text) && described(text),
    accepted: (text) => isPlainText(text) && v.is(schema, text),
  }
}

/** The description says in words that texts are whole Unicode. */
const isWellFormed = (text: string) => text.isWellFormed()

/** Text in which white space, controls and marks are likely at every place. */
const character = fc.oneof(
  fc.constantFrom(...'aZ0 \t\n\r\v\f\0\u0001\u001f\u007f\u0085\u00a0\u2028\ufeff\u200b\ud800', '😀', 'é'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const text = fc.string({ unit: character, maxLength: 12 })

const agree = (rule: Rule, arbitrary: fc.Arbitrary<string>) =>
  fc.assert(
    fc.property(arbitrary, (one) => {
      expect(rule.described(one), JSON.stringify(one)).toBe(rule.accepted(one))
    }),
    { numRuns: 3_000 },
  )

/** Every value that the server accepts fits the description, which cannot express all rules of the server. */
const implies = (rule: Rule, arbitrary: fc.Arbitrary<string>) => {
  let taken = 0
  fc.assert(
    fc.property(arbitrary, (one) => {
      if (!rule.accepted(one)) return
      taken++
      expect(rule.described(one), JSON.stringify(one)).toBe(true)
    }),
    { numRuns: 3_000 },
  )
  // Else it would prove little.
  expect(taken).toBeGreaterThan(300)
}

describe('texts are described exactly as they are checked', () => {
  const { contact } = business
  const { wrapped: contacts } = contact
  const [, { entries: ways }] = contacts.pipe
  test.each<[string, Rule]>([
    ['a text of several lines', ruleOf('NewProduct', 'description', product.entries.description)],
    ['a line that is trimmed', ruleOf('NewProduct', 'brand', product.entries.brand)],
    ['a line that may be empty', ruleOf('ContactPatch', 'phone', ways.phone)],
    ['an address of several lines', ruleOf('ContactPatch', 'address', ways.address)],
    ['the id of another system', ruleOf('NewProduct', 'external_id', product.entries.external_id)],
    ['a SKU', ruleOf('NewProduct', 'sku', product.entries.sku)],
  ])('%s', (_, rule) => agree(rule, text))

  test('a slug', () => {
    const rule = ruleOf('NewProduct', 'slug', product.entries.slug)
    const word = fc.string({ unit: fc.constantFrom(...'ab0-A'), maxLength: 8 })
    agree(
      rule,
      fc.oneof(
        word,
        fc.uuid(),
        fc.constantFrom('bulk', 'new', 'by-slug', 'newer', 'a'.repeat(255), 'a'.repeat(256)),
      ),
    )
  })

  test('an e-mail address', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab1.-_+@é '), maxLength: 6 })
    agree(
      ruleOf('ContactPatch', 'email', ways.email),
      fc.oneof(
        fc.tuple(part, part).map((parts) => parts.join('@')),
        fc.emailAddress(),
        text,
      ),
    )
  })

  test('a country', () => {
    const rule = ruleOf('BusinessPatch', 'country', business.country)
    const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n))
    const all = letters.flatMap((first) => letters.map((second) => first + second))
    expect(all.filter(rule.described)).toEqual(all.filter((code) => COUNTRIES.has(code)))
    for (const other of ['', 'A', 'at', 'ATT', 'AT\n', ' AT']) expect(rule.described(other)).toBe(false)
  })

  test('data of a merchant’s own: names and values', () => {
    const described = validator.compile({ $ref: 'description#/components/schemas/NewMetadata' })
    fc.assert(
      fc.property(text, text, (name, value) => {
        fc.pre(name !== '__proto__' && isWellFormed(name + value))
        const accepted = isPlainText(name + value) && v.is(product.entries.metadata, { [name]: value })
        expect(described({ [name]: value }), JSON.stringify([name, value])).toBe(accepted)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('the server takes nothing that is not described', () => {
  test('a name', () => implies(ruleOf('NewProduct', 'name', product.entries.name), text))

  test('addresses of the web; and of usual hosts what is described is taken', () => {
    const rule = ruleOf('BusinessPatch', 'logo_url', business.logo_url)
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.string({ unit: fc.constantFrom(...'aé%2F0.-_[]<>^|:@\\ '), maxLength: 8 }),
    )
    const rest = fc.oneof(
      fc.webPath(),
      fc.constantFrom('', '?a=b', '#c', '\\d', ':8443/x', ':', '/a b', '/\u0001'),
      text,
    )
    const scheme = fc.constantFrom('https', 'HTTPS', 'hTtps', 'http')
    implies(
      rule,
      fc.tuple(scheme, host, rest).map(([name, where, more]) => `${name}://${where}${more}`),
    )
    const port = fc.oneof(
      fc.constant(''),
      fc.nat(65_535).map((n) => `:${n}`),
    )
    agree(
      rule,
      fc
        .tuple(
          fc.domain(),
          port,
          rest.filter((more) => !more.startsWith(':') && !/^[^/?#\\]/.test(more)),
        )
        .map(([where, at, more]) => `https://${where}${at}${more}`),
    )
  })

  test('ranges of IP addresses; and of IPv4 what is described is taken', () => {
    const { items = {} }: JsonSchema = description.components.schemas.NewApiKey?.properties?.allowed_ips ?? {}
    const described = validator.compile(items)
    const rule: Rule = {
      described: (one) => described(one) === true,
      accepted: (one) => v.is(addressRange, one),
    }
    const prefix = fc.oneof(
      fc.constant(''),
      fc.nat(140).map((n) => `/${n}`),
      fc.constantFrom('/', '/01', '/x'),
    )
    const range = (address: fc.Arbitrary<string>) => fc.tuple(address, prefix).map((parts) => parts.join(''))
    implies(rule, range(fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended())))
    agree(
      rule,
      range(fc.oneof(fc.ipV4(), fc.constantFrom('1.2.3', '256.1.1.1', '01.1.1.1', '1.2.3.4.5', '1.2.3.4%1'))),
    )
  })

  test('languages; and of those without extensions what is described is taken', () => {
    const rule = ruleOf('BusinessPatch', 'locale', business.locale)
    const language = fc.constantFrom('en', 'DE', 'gsw', 'x', 'root', 'abcde', 'toolonglanguage', 'i')
    const subtag = fc.constantFrom(
      'Latn',
      'AT',
      '419',
      '1996',
      'oxendict',
      'u',
      'ca',
      'gregory',
      'x',
      'a',
      't',
      'de',
      '',
      'abc',
    )
    const tag = fc
      .tuple(language, fc.array(subtag, { maxLength: 4 }))
      .map(([first, more]) => [first, ...more].join('-'))
    implies(rule, tag)
    agree(
      rule,
      tag.filter(
        (one) => !/-[a-z0-9](?:-|$)/i.test(one) && new Set(one.split('-')).size === one.split('-').length,
      ),
    )
  })

  test('time zones', () => {
    const rule = ruleOf('BusinessPatch', 'timezone', business.timezone)
    for (const zone of [
      ...Intl.supportedValuesOf('timeZone'),
      'UTC',
      'EST5EDT',
      'Etc/GMT+12',
      'America/Port-au-Prince',
    ])
      expect([rule.accepted(zone), rule.described(zone)], zone).toEqual([true, true])
    for (const other of ['', '+01:00', 'Europe/', 'Europe Vienna']) expect(rule.described(other)).toBe(false)
  })
})
