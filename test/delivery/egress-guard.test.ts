import { describe, expect, test } from 'vitest'
import { targetFault } from '../../lib/delivery/send/egress-guard.ts'

const DEPLOYED = { loopback: false }
const LOCAL = { loopback: true }
/** 253 characters. */
const LONGEST_NAME = `${`${'a'.repeat(60)}.`.repeat(4)}example.e`

const LONGEST = `https://shop.example/${'x'.repeat(2_048 - 'https://shop.example/'.length)}`

describe('a target', () => {
  test.each([
    'https://shop.example',
    'https://shop.example/webhooks?a=b&c=%20d',
    'https://shop.example:443/',
    'HTTPS://Shop.Example/',
    'https://münchen.example/köln',
    'https://xn--mnchen-3ya.example/',
    'https://a_b.shop.example/',
    'https://localhost.example/',
    'https://internal.shop.example/',
    'https://my.locale/',
    'https://my.thelocal/',
    'https://8.8.8.8/',
    'https://134744072/',
    `https://${'a'.repeat(63)}.example/`,
    `https://${LONGEST_NAME}/`,
    'https://a-b.x--y.example/',
    'https://223.255.255.255/',
    'https://[2606:4700:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
    LONGEST,
  ])('can be %s', (url) => {
    expect(targetFault(url, DEPLOYED)).toBeUndefined()
  })

  const RULES: [string, string[]][] = [
    [
      'must be a URL',
      ['', 'shop.example', '//shop.example', 'https://', 'https://1.2.3.4.5/', 'https://256.1.1.1/'],
    ],
    [
      'must be a URL',
      ['https://shop.example:65536/', 'https://[::1', 'https://[fe80::1%25eth0]/', 'https://a%00b/'],
    ],
    [
      'must not contain spaces',
      [' https://shop.example', 'https://shop.example/a b', 'https://shop.example/\n'],
    ],
    [
      'must not contain spaces',
      ['ht\ttps://shop.example/', 'https://shop.example\\@127.0.0.1/', 'https:\\\\shop.example'],
    ],
    [
      'must begin with https://',
      ['http://shop.example/', 'ftp://shop.example/', 'ws://shop.example/', 'data:,x'],
    ],
    [
      'must begin with https://',
      ['file:///etc/passwd', 'javascript:1', 'gopher://shop.example/', 'blob:https://a.example/'],
    ],
    ['must use port 443', ['https://shop.example:80/', 'https://shop.example:8443/', 'https://8.8.8.8:0/']],
    [
      'must not contain a user',
      ['https://a@shop.example/', 'https://a:b@shop.example/', 'https://:b@shop.example/'],
    ],
    [
      'must not contain a fragment',
      ['https://shop.example/#a', 'https://shop.example/#', 'https://shop.example#@127.0.0.1'],
    ],
    ['must have at most', [`${LONGEST}x`, `https://shop.example/${'é'.repeat(400)}`]],
    [
      'without a dot at its end',
      ['https://shop.example./', 'https://shop.example../', 'https://localhost./'],
    ],
    [
      'a full host name',
      ['https://localhost/', 'https://LOCALHOST/', 'https://ⓛocalhost/', 'https://local\u00adhost/'],
    ],
    [
      'must have a host name of',
      ['https://a..com/', 'https://.shop.example/', 'https://-.com/', 'https://-a.com/', 'https://a-.com/'],
    ],
    [
      'must have a host name of',
      ['https://shop.-example/', 'https://a!b.example/', "https://a'b.example/", 'https://*.shop.example/'],
    ],
    ['must have a host name of', [`https://${'a'.repeat(64)}.example/`, `https://${LONGEST_NAME}e/`]],
    // Cyrillic: another name, and no public one.
    ['a full host name', ['https://lоcalhost/', 'https://metadata/', 'https://com/', 'https://intranet/']],
    [
      'the name of a private host',
      ['https://a.localhost/', 'https://a.b.LocalHost/', 'https://printer.local/'],
    ],
    [
      'the name of a private host',
      ['https://nas.home.arpa/', 'https://home.arpa/', 'https://metadata.google.internal/'],
    ],
    [
      'the name of a private host',
      ['https://ip-10-0-0-1.ec2.internal/', 'https://a。local/', 'https://a.ⓛocal/'],
    ],
  ]
  test.each(RULES.flatMap(([rule, urls]) => urls.map((url) => [url, rule] as const)))(
    '%s is refused: %s',
    (url, rule) => {
      expect(targetFault(url, DEPLOYED)).toContain(rule)
    },
  )

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '169.254.170.2',
    '169.254.79.129',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.170',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    // The same in other words: whole numbers, hexadecimal and octal ones, fewer parts, other digits and dots.
    '2130706433',
    '0x7f000001',
    '017700000001',
    '0x7f.1',
    '0177.1',
    '127.1',
    '127.0.1',
    '0x7f.0.0.0x1',
    '0',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '0xA9.254.43518',
    '3232235521',
    '00000012.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '127．0．0．1',
    '①②⑦.⓪.⓪.①',
    '𝟙𝟚𝟟.𝟘.𝟘.𝟙',
    '%31%32%37.0.0.1',
    '127.0.0.1.',
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '::FFFF:A9FE:A9FE',
    '::ffff:0:127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:30::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:0a00:0001::1',
    '2002:808:808::1',
    '2620:4f:8000::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fdff::1',
    'fe80::1',
    'fe80::7f00:1',
    'fec0::1',
    'ff02::1',
    'ffff::1',
  ])('is never at %s', (host) => {
    const written = host.includes(':') ? `[${host}]` : host
    expect(targetFault(`https://${written}/`, DEPLOYED)).toBe(
      'must not lead to a private or reserved address',
    )
  })
})

describe('on this machine', () => {
  test.each([
    'http://localhost/',
    'http://localhost:3001/webhooks',
    'http://127.0.0.1:3001/',
    'http://127.9.9.9:1/',
    'http://[::1]:3001/',
    'http://2130706433:3001/',
    'https://localhost:3001/',
    'https://shop.example/',
  ])('a target can be %s', (url) => {
    expect(targetFault(url, LOCAL)).toBeUndefined()
  })

  test.each([
    ['http://shop.example/', 'must begin with https://'],
    ['http://localhost.example:80/', 'must begin with https://'],
    ['http://a.localhost:3001/', 'must begin with https://'],
    ['http://10.0.0.1/', 'must begin with https://'],
    ['http://0.0.0.0:3001/', 'must begin with https://'],
    ['http://128.0.0.1:3001/', 'must begin with https://'],
    ['https://169.254.169.254/', 'must not lead to a private'],
    ['https://shop.example:3001/', 'must use port 443'],
    ['ftp://localhost/', 'must begin with https:// or http://'],
    ['http://a@localhost:3001/', 'must not contain a user'],
    ['http://localhost:3001/#a', 'must not contain a fragment'],
  ])('%s is refused: %s', (url, rule) => {
    expect(targetFault(url, LOCAL)).toContain(rule)
  })
})
