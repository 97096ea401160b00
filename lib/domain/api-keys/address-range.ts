import { BlockList } from 'node:net'
import * as v from 'valibot'
import { familyOf } from '../text/addresses.ts'

/** IPv4 addresses written as IPv6 (RFC 4291 §2.5.5.2). */
const MAPPED = new BlockList()
MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6')

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const IPV4 = `(?:${OCTET}\\.){3}${OCTET}(?:/(?:[12]?[0-9]|3[0-2]))?`
/** The characters of an IPv6 range; `isRange` checks their order, which no short expression can. */
const IPV6 = '[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:/(?:[1-9]?[0-9]|1[01][0-9]|12[0-8]))?'

/**
 * A range of IP addresses in CIDR notation (RFC 4632, RFC 4291 §2.3), output in lower case; a bare address is
 * a range of one. IPv4 must be written as IPv4, so that there is one way to say it.
 */
export const addressRange = v.pipe(
  v.string('must be a string'),
  v.transform(withPrefix),
  v.check(isRange, 'must be an IPv4 or IPv6 range in CIDR notation, such as 203.0.113.0/24'),
  v.metadata({ pattern: `^(?:${IPV4}|${IPV6})$` }),
)

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
