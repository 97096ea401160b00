import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Resolve } from './resolve-name.ts'

/** The targets that a stack allows in addition to public ones. */
export interface Egress {
  /** Targets on this machine, by http or https and on any port. Only the local stack sets this. */
  loopback: boolean
}

const MOST_CHARACTERS = 2_048

/**
 * Names of one machine or one private network, which no public name server ever knows: RFC 6761 (localhost), RFC 6762
 * (local), RFC 8375 (home.arpa), ICANN's SAC113 and its resolution of 2024-07-29 (internal). Names that lead nowhere, such as
 * `.invalid`, are only found to be missing.
 */
const PRIVATE_NAME = /(^|\.)(localhost|local|home\.arpa|internal)$/

/** The text form of the longest name that the DNS can carry (RFC 1035, 2.3.4), and a part of it (RFC 1123, 2.1). */
const MOST_IN_NAME = 253
/** The underscore is not allowed in a host name, but some receivers have one, and name servers resolve it. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** All that IANA assigns to hosts on the public internet; the rest of IPv6 is private, special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Why a URL can never be the target of a webhook, as a rule that it breaks ("must …"); undefined if it can be one. A
 * name can still lead to forbidden addresses: `checkTarget` looks.
 */
export function targetFault(text: string, egress: Egress): string | undefined {
  // A parser drops or replaces these, so that other programs can read another host in the text.
  if (/[\s\p{Cc}\\]/u.test(text)) return 'must not contain spaces, control characters or backslashes'
  const url = URL.parse(text)
  if (!url) return 'must be a URL, such as https://shop.example/path'
  // As it is sent: with everything outside ASCII percent-encoded.
  if (url.href.length > MOST_CHARACTERS) return 'must have at most 2,048 characters'
  if (url.username || url.password) return 'must not contain a user name or a password'
  if (url.href.includes('#')) return 'must not contain a fragment (#…)'
  if (isAllowedLoopback(url, egress))
    return /^https?:$/.test(url.protocol) ? undefined : 'must begin with https:// or http://'
  if (url.protocol !== 'https:') return 'must begin with https://'
  if (url.port !== '') return 'must use port 443'
  return hostFault(hostOf(url))
}

function hostFault(host: string): string | undefined {
  if (isIP(host)) return isPublic(host) ? undefined : 'must not lead to a private or reserved address'
  // Certificates and TLS know no name with a dot at its end (RFC 6066, 3).
  if (host.endsWith('.')) return 'must have a host name without a dot at its end'
  // A name without a dot is one of the own network: a public one has at least a domain.
  if (!host.includes('.')) return 'must have a full host name, such as shop.example'
  if (PRIVATE_NAME.test(host)) return 'must not have the name of a private host'
  const canExist = host.length <= MOST_IN_NAME && host.split('.').every((label) => LABEL.test(label))
  return canExist
    ? undefined
    : 'must have a host name of at most 253 characters, with 1 to 63 letters, digits and inner hyphens between dots'
}

/** A URL that a webhook is allowed to be sent to, and how its connection finds the addresses that were checked. */
export interface CheckedTarget {
  url: URL
  lookup: LookupFunction
}

/**
 * Checks a URL and every address of its host, right before a connection. The connection gets exactly these addresses:
 * nobody resolves the name again, so it cannot lead elsewhere in the meantime, and TLS and Host still have the name.
 * One forbidden address forbids all: a public name that has one too is a trick or a mistake.
 * Undefined if the URL or one of its addresses is forbidden. Throws the error of `resolve`.
 */
export async function checkTarget(
  text: string,
  egress: Egress,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<CheckedTarget | undefined> {
  if (targetFault(text, egress)) return undefined
  const url = new URL(text)
  const host = hostOf(url)
  const isAllowed = isAllowedLoopback(url, egress) ? isLoopback : isPublic
  const addresses = isIP(host) ? [host] : await resolve(host, signal)
  if (addresses.length === 0 || !addresses.every(isAllowed)) return undefined
  const checked = addresses.map((address) => ({ address, family: isIP(address) }))
  return { url, lookup: (_name, _options, done) => done(null, checked) }
}

/** A host as `node:net` has it: an IPv6 address without brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

function isAllowedLoopback(url: URL, { loopback }: Egress): boolean {
  const host = hostOf(url)
  return loopback && (host === 'localhost' || isLoopback(host))
}

const isLoopback = (address: string) => isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'

/**
 * True for a unicast address of the public internet. An IPv4 address written as IPv6 (`::ffff:…`) is that IPv4 address.
 * All other forms that contain one (NAT64, 6to4, Teredo, `::/96`) are forbidden whatever they contain: a relay, not the
 * receiver, would be connected.
 */
function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}
