import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { addressRange } from '../../../lib/domain/api-keys/address-range.ts'
import { covers, liesWithin } from '../../../lib/domain/text/addresses.ts'

describe('an address in a range', () => {
  test.each<[address: string, ranges: string[], isCovered: boolean]>([
    ['203.0.113.0', ['203.0.113.0/24'], true],
    ['203.0.113.255', ['203.0.113.0/24'], true],
    ['203.0.114.0', ['203.0.113.0/24'], false],
    ['203.0.112.255', ['203.0.113.0/24'], false],
    ['203.0.113.200', ['203.0.113.7/24'], true],
    ['203.0.113.7', ['203.0.113.7/32'], true],
    ['203.0.113.8', ['203.0.113.7/32'], false],
    ['198.51.100.1', ['203.0.113.0/24', '198.51.100.0/24'], true],
    ['198.51.100.1', ['0.0.0.0/0'], true],
    ['198.51.100.1', ['::/0'], false],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['::FFFF:203.0.113.7', ['203.0.113.0/24'], true],
    ['::ffff:203.0.114.7', ['203.0.113.0/24'], false],
    ['::ffff:203.0.113.7', ['::/0'], false],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:DB8:0:0:0:0:0:1', ['2001:db8::1/128'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['2001:db8:f000::1', ['2001:db8:ffff::7/36'], true],
    ['::203.0.113.7', ['203.0.113.0/24'], false],
    // Not an IPv4 address in front of which something stands, but one of IPv6 that has these digits.
    ['1::ffff:1.2.3.4', ['11.2.3.4/32'], false],
    ['1::ffff:1.2.3.4', ['1::/16'], true],
    ['::ffff:1:2:3', ['::/0'], true],
  ])('%s in %j: %s', (address, ranges, isCovered) => {
    expect(covers(ranges, address)).toBe(isCovered)
  })

  test.each([
    '',
    ' ',
    'unknown',
    '203.0.113',
    '203.0.113.7:443',
    '203.0.113.7, 10.0.0.1',
    '203.0.113.7\n',
    '0',
  ])('nowhere if it is %j', (address) => {
    expect(covers(['0.0.0.0/0', '::/0'], address)).toBe(false)
  })

  test('nowhere if it has a zone, or there is no range', () => {
    expect(covers(['::/0', '0.0.0.0/0'], 'fe80::1%eth0')).toBe(false)
    expect(covers([], '203.0.113.7')).toBe(false)
  })
})

/** An address as bits and as text. Its bits mostly agree with those of the others, so that ranges meet. */
interface Address {
  bits: bigint
  width: 32 | 128
  text: string
}

const flips = (width: number) => fc.array(fc.integer({ min: 0, max: width - 1 }), { maxLength: 3 })

const near = (width: 32 | 128, base: bigint, textOf: (bits: bigint) => string): fc.Arbitrary<Address> =>
  flips(width).map((positions) => {
    const bits = positions.reduce((all, position) => all ^ (1n << BigInt(position)), base)
    return { bits, width, text: textOf(bits) }
  })

const ipv4Text = (bits: bigint) => [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.')
const ipv6Text = (bits: bigint) =>
  Array.from({ length: 8 }, (_, n) => ((bits >> BigInt(112 - 16 * n)) & 0xffffn).toString(16)).join(':')

const address = fc.oneof(
  near(32, 0xcb007107n, ipv4Text),
  near(128, 0x20010db8_00000000_00000000_00000007n, ipv6Text),
)

const range = address.chain((start) =>
  fc
    .integer({ min: 0, max: start.width })
    .map((prefix) => ({ start, prefix, text: `${start.text}/${prefix}` })),
)
type Range = typeof range extends fc.Arbitrary<infer R> ? R : never

/** The definition: equal families, equal leading bits. */
const isIn = ({ bits, width }: Address, { start, prefix }: Range) =>
  width === start.width && (bits ^ start.bits) >> BigInt(width - prefix) === 0n

const RUNS = { numRuns: 1_500 }
const ranges = fc.array(range, { maxLength: 4 })
const texts = (all: readonly Range[]) => all.map(({ text }) => text)

test('an address is in a range if their leading bits are the same, whatever bits follow', () => {
  fc.assert(
    fc.property(ranges, address, (all, { text, ...where }) => {
      fc.pre(all.every((one) => v.is(addressRange, one.text)))
      expect(covers(texts(all), text)).toBe(all.some((one) => isIn({ ...where, text }, one)))
    }),
    RUNS,
  )
})

test('one range is within another if it is not wider and begins in it', () => {
  fc.assert(
    fc.property(range, range, (inner, outer) => {
      const expected = inner.prefix >= outer.prefix && isIn(inner.start, outer)
      expect(liesWithin([inner.text], [outer.text])).toBe(expected)
    }),
    RUNS,
  )
})

test('a range within another covers nothing that the other does not', () => {
  fc.assert(
    fc.property(ranges, ranges, address, (inner, outer, { text }) => {
      if (inner.length === 0 || outer.length === 0 || !liesWithin(texts(inner), texts(outer))) return
      if (covers(texts(inner), text)) expect(covers(texts(outer), text)).toBe(true)
    }),
    RUNS,
  )
})

test('every range is within itself and within everywhere; everywhere is within nothing else', () => {
  fc.assert(
    fc.property(ranges, (all) => {
      expect(liesWithin(texts(all), texts(all))).toBe(true)
      expect(liesWithin(texts(all), [])).toBe(true)
      expect(liesWithin([], texts(all))).toBe(all.length === 0)
    }),
  )
})

test('ranges that only together cover another one do not count as covering it', () => {
  expect(liesWithin(['203.0.113.0/24'], ['203.0.113.0/25', '203.0.113.128/25'])).toBe(false)
  expect(liesWithin(['203.0.113.0/25', '203.0.113.128/25'], ['203.0.113.0/24'])).toBe(true)
})
