import { afterEach, expect, test } from 'vitest'
import { localAddresses } from '../../lib/domain/local-addresses.ts'
import { isUrlTemplate, productUrl } from '../../lib/domain/product-url.ts'

test.each([
  'https://shop.example/p/{slug}',
  'https://shop.example/p/{id}.html',
  'https://shop.example:8443/{slug}?variant={variant_id}',
  'https://shop.example/{slug}?lang=de&v={variant_id}&x=1#top',
  'https://shop.example/?p={slug}',
  'https://shop.example?p={id}&v={variant_id}',
  'https://shop.example/#/{slug}',
  'HTTPS://Shop.Example/{slug}',
  'https://käse.example/{slug}',
  'https://shop.example/{slug}/{id}',
])('%s is a template', (template) => {
  expect(isUrlTemplate(template)).toBe(true)
})

test.each([
  ['no placeholder', 'https://shop.example/p'],
  ['the variant alone', 'https://shop.example/?v={variant_id}'],
  ['http', 'http://shop.example/{slug}'],
  ['the host', 'https://{slug}.example/'],
  ['behind the host', 'https://shop.example{slug}/'],
  ['the port', 'https://shop.example:{id}/'],
  ['another host', 'https://shop.example@evil.example/{slug}'],
  ['a backslash', 'https://shop.example\\@evil.example/{slug}'],
  ['two braces', 'https://shop.example/{{slug}}'],
  ['one brace', 'https://shop.example/{slug}/{'],
  ['another name', 'https://shop.example/{slug}/{name}'],
  ['capitals', 'https://shop.example/{SLUG}'],
  ['two slugs', 'https://shop.example/{slug}/{slug}'],
  ['one page for all', 'https://shop.example/{slug}/..'],
  ['one page behind it', 'https://shop.example/{id}/../x'],
  ['two variants', 'https://shop.example/{slug}?a={variant_id}&b={variant_id}'],
  ['a variant in the path', 'https://shop.example/{slug}/{variant_id}'],
  ['a part of a value', 'https://shop.example/{slug}?v=x{variant_id}'],
  ['a part of a value, behind', 'https://shop.example/{slug}?v={variant_id}x'],
  ['a variant in the fragment', 'https://shop.example/{slug}#v={variant_id}'],
  ['a parameter without a name', 'https://shop.example/{slug}?{variant_id}'],
  ['a blank', 'https://shop.example/a b/{slug}'],
  ['a line end', 'https://shop.example/{slug}\n'],
  ['no URL', 'https://[::1/{slug}'],
  ['a script', 'javascript:alert("{slug}")'],
])('%s is no template', (_, template) => {
  expect(isUrlTemplate(template)).toBe(false)
})

afterEach(() => {
  localAddresses.areAllowed = false
})

test.each([
  ['http://localhost:3000/p/{slug}?variant={variant_id}', true],
  ['http://127.0.0.1/p/{id}', true],
  ['http://localhost.shop.example/p/{slug}', false],
  ['http://localhost:3000@evil.example/{slug}', false],
  ['http://shop.example/{slug}', false],
])('only a local stack has pages over http, on this machine: %s', (template, isLocal) => {
  expect(isUrlTemplate(template)).toBe(false)
  localAddresses.areAllowed = true
  expect(isUrlTemplate(template)).toBe(isLocal)
})

const TEA = { id: '01a1f85c-9786-79fb-a3c4-bd6300fca740', slug: 'green-tea' }

test.each([
  ['https://shop.example/p/{slug}', 'https://shop.example/p/green-tea', 'https://shop.example/p/green-tea'],
  [
    'https://shop.example/{slug}?v={variant_id}',
    'https://shop.example/green-tea',
    'https://shop.example/green-tea?v=x-1',
  ],
  [
    'https://shop.example/{slug}?v={variant_id}&a=1#t',
    'https://shop.example/green-tea?a=1#t',
    'https://shop.example/green-tea?v=x-1&a=1#t',
  ],
  [
    'https://shop.example/{slug}?a=1&v={variant_id}#t',
    'https://shop.example/green-tea?a=1#t',
    'https://shop.example/green-tea?a=1&v=x-1#t',
  ],
  [
    'https://shop.example/?p={id}&v={variant_id}&b',
    `https://shop.example/?p=${TEA.id}&b`,
    `https://shop.example/?p=${TEA.id}&v=x-1&b`,
  ],
  [
    'https://käse.example/ü/{slug}',
    'https://xn--kse-qla.example/%C3%BC/green-tea',
    'https://xn--kse-qla.example/%C3%BC/green-tea',
  ],
])('%s: the page of the product has no variant', (template, page, ofVariant) => {
  expect(isUrlTemplate(template)).toBe(true)
  expect([productUrl(template, TEA), productUrl(template, TEA, 'x-1')]).toEqual([page, ofVariant])
})
