import { BlockList, isIP } from 'node:net'

/** True if an address is in one of the ranges, all of them valid; IPv4 is never in a range of IPv6. */
export function covers(ranges: readonly string[], address: string): boolean {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  const family = familyOf(plain)
  if (family === undefined) return false
  return listOf(ranges.filter((range) => familyOf(addressOf(range)) === family)).check(plain, family)
}

/**
 * True if ranges hold no address that is outside of others. An empty list of ranges means every address. Ranges that
 * only together cover another one count as not covering it.
 */
export const liesWithin = (inner: readonly string[], outer: readonly string[]): boolean =>
  outer.length === 0 ||
  (inner.length > 0 && inner.every((range) => outer.some((wider) => isWithin(range, wider))))

const isWithin = (range: string, wider: string) =>
  prefixOf(range) >= prefixOf(wider) && covers([wider], addressOf(range))

const addressOf = (range: string) => range.replace(/\/.*/, '')
const prefixOf = (range: string) => Number(range.replace(/.*\//, ''))

/** Which kind of address a text is; undefined if none. */
export function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  // A zone (`fe80::1%eth0`) means something on one machine only.
  const version = address.includes('%') ? 0 : isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) list.addSubnet(addressOf(range), prefixOf(range), familyOf(addressOf(range)))
  return list
}
