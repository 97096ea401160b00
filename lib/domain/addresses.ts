import { BlockList, isIP } from 'node:net'
import * as v from 'valibot'

/** IPv4 addresses written as IPv6 (RFC 4291 §2.5.5.2). */
const MAPPED = new BlockList()
MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6')

/**
 * A range of IP addresses in CIDR notation (RFC 4632, RFC 4291 §2.3), output in lower case; a bare address stands
 * for itself alone. IPv4 must be written as IPv4, so that there is one way to say it.
 */
export const addressRange = v.pipe(
  v.string('must be a string'),
  v.transform(withPrefix),
  v.check(isRange, 'must be an IPv4 or IPv6 range in CIDR notation, such as 203.0.113.0/24'),
)

/** True if an address lies in one of the ranges, all of them valid; IPv4 never lies in a range of IPv6. */
export function covers(ranges: readonly string[], address: string): boolean {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  const family = familyOf(plain)
  if (family === undefined) return false
  return listOf(ranges.filter((range) => familyOf(addressOf(range)) === family)).check(plain, family)
}

/**
 * True if ranges hold no address that is outside of others. No range at all stands for every address. Ranges that
 * only together cover another one count as not covering it.
 */
export const liesWithin = (inner: readonly string[], outer: readonly string[]): boolean =>
  outer.length === 0 ||
  (inner.length > 0 && inner.every((range) => outer.some((wider) => isWithin(range, wider))))

const isWithin = (range: string, wider: string) =>
  prefixOf(range) >= prefixOf(wider) && covers([wider], addressOf(range))

const addressOf = (range: string) => range.replace(/\/.*/, '')
const prefixOf = (range: string) => Number(range.replace(/.*\//, ''))

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  // A zone (`fe80::1%eth0`) means something on one machine only.
  const version = address.includes('%') ? 0 : isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}

function withPrefix(text: string): string {
  const family = familyOf(text)
  return (family ? `${text}/${family === 'ipv4' ? 32 : 128}` : text).toLowerCase()
}

function isRange(text: string): boolean {
  const [, address = '', prefix = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? []
  const family = familyOf(address)
  if (family === undefined || Number(prefix) > (family === 'ipv4' ? 32 : 128)) return false
  return family === 'ipv4' || !MAPPED.check(address, family)
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) list.addSubnet(addressOf(range), prefixOf(range), familyOf(addressOf(range)))
  return list
}
