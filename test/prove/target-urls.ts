import { BlockList } from 'node:net'
import { bytesOfIpv6 } from '../delivery/name-server.ts'
import type { Run } from './run.ts'

/**
 * Everything of IPv4 that is no unicast address of the public internet: IANA's registries of special-purpose addresses
 * and of multicast, as CIDR.
 */
const FORBIDDEN_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** The same of IPv6; only 2000::/3 is assigned to hosts at all. */
const FORBIDDEN_IPV6 = [
  '::/3',
  '4000::/2',
  '8000::/1',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fd00:ec2::254/128',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

/** IPv4 addresses within IPv6: the bytes before the address, and those behind it. */
const EMBEDDINGS = [
  { before: '::ffff:0:0', bits: 96 },
  { before: '::', bits: 96 },
  { before: '::ffff:0:0:0', bits: 96 },
  { before: '64:ff9b::', bits: 96 },
  { before: '64:ff9b:1::', bits: 96 },
  { before: '2002::', bits: 16 },
  { before: '2001:0:4136:e378::', bits: 96 },
]

const FORBIDDEN = new BlockList()
for (const cidr of [...FORBIDDEN_IPV4, ...FORBIDDEN_IPV6]) {
  const [address = '', prefix] = cidr.split('/')
  FORBIDDEN.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
}

/** A host that nobody is allowed to connect to, by its address. */
export function forbiddenAddress(run: Run): string {
  const kind = run.below(3)
  if (kind === 0) return dotted(anyIn(run.oneOf(FORBIDDEN_IPV4), run))
  if (kind === 1) return groups(anyIn(run.oneOf(FORBIDDEN_IPV6), run))
  const { before, bits } = run.oneOf(EMBEDDINGS)
  const bytes = bytesOfIpv6(before)
  Buffer.from(anyIn(run.oneOf(FORBIDDEN_IPV4), run)).copy(bytes, bits / 8)
  return groups([...bytes])
}

/** A host of the public internet, by its address. */
export function publicAddress(run: Run): string {
  for (;;) {
    const isIpv4 = run.below(2) === 0
    const address = isIpv4 ? dotted(anyIn('0.0.0.0/0', run)) : groups(anyIn('2000::/3', run))
    if (!FORBIDDEN.check(address, isIpv4 ? 'ipv4' : 'ipv6')) return address
  }
}

/** The first address of a range, the last, or any. */
function anyIn(cidr: string, run: Run): number[] {
  const [address = '', prefix] = cidr.split('/')
  const bytes = address.includes(':') ? [...bytesOfIpv6(address)] : address.split('.').map(Number)
  const fill = run.oneOf([() => 0, () => 255, () => run.below(256), () => run.below(256)])
  return bytes.map((byte, at) => {
    const free = Math.min(8, Math.max(0, at * 8 + 8 - Number(prefix)))
    return byte | (fill() & (2 ** free - 1))
  })
}

const dotted = (bytes: readonly number[]) => bytes.join('.')

const groups = (bytes: readonly number[]) =>
  Array.from({ length: 8 }, (_, at) =>
    (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16),
  ).join(':')

/** An address as the host of a URL, in one of the ways that a parser understands. */
export function hostOfAddress(address: string, run: Run): string {
  if (address.includes(':')) return `[${run.oneOf(IPV6_FORMS)(address)}]`
  const form = run.oneOf(IPV4_FORMS)
  return disguise(form(address.split('.').map(Number), run), run)
}

const IPV6_FORMS: ((address: string) => string)[] = [
  (address) => address,
  (address) => address.toUpperCase(),
  (address) => address.replace(/[0-9a-f]+/g, (group) => group.padStart(4, '0')),
  (address) => new URL(`http://[${address}]`).hostname.slice(1, -1),
  (address) => `${address.split(':').slice(0, 6).join(':')}:${dotted([...bytesOfIpv6(address)].slice(12))}`,
]

const hexadecimal = (number: number) => `0x${number.toString(16)}`
const octal = (number: number) => `0${number.toString(8)}`
const whole = (bytes: readonly number[]) => bytes.reduce((number, byte) => number * 256 + byte, 0)

const IPV4_FORMS: ((bytes: readonly number[], run: Run) => string)[] = [
  dotted,
  (bytes) => `${dotted(bytes)}.`,
  (bytes, run) => bytes.map((byte) => run.oneOf([String, hexadecimal, octal])(byte)).join('.'),
  (bytes, run) => run.oneOf([String, hexadecimal, octal])(whole(bytes)),
  (bytes, run) => {
    const parts = 1 + run.below(3)
    return [...bytes.slice(0, parts).map(hexadecimal), whole(bytes.slice(parts))].join('.')
  },
]

/** The same host in other characters (UTS 46): wide, circled or percent-encoded ones, other dots, invisible ones. */
export function disguise(host: string, run: Run): string {
  const form = run.below(6)
  if (form === 0) return host.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
  if (form === 1) return host.replaceAll('.', run.oneOf(['。', '．', '｡', '%2E']))
  if (form === 2)
    return host.replace(/[a-z]/gi, (c) => String.fromCodePoint(0x24d0 + c.toLowerCase().charCodeAt(0) - 97))
  if (form === 3) return host.replace(/[0-9a-z]/gi, (c) => `%${c.charCodeAt(0).toString(16)}`)
  if (form === 4) return host.replace(/^./, '$&\u00ad')
  return host
}

const PRIVATE_NAMES = [
  'localhost',
  'a.localhost',
  'printer.local',
  'a.b.local',
  'nas.home.arpa',
  'home.arpa',
  'metadata.google.internal',
  'ip-10-0-0-1.eu-central-1.compute.internal',
  'instance-data.ec2.internal',
  'metadata',
  'intranet',
  'com',
  'localhost.',
  'printer.local.',
  'shop.example.',
  'shop.example..',
]

/** A host that nobody is allowed to connect to, by a name that no public name server knows. */
export const privateName = (run: Run) => disguise(run.oneOf(PRIVATE_NAMES), run)

/** A URL of a public name that breaks another rule. */
export function brokenUrl(run: Run): string {
  const name = disguise(`shop-${run.below(1000)}.example`, run)
  const port = run.oneOf([0, 1, 22, 80, 442, 444, 8443, 65_535])
  const scheme = run.oneOf(['http', 'ftp', 'ws', 'wss', 'gopher', 'file', 'dict', 'tel'])
  const user = run.oneOf(['a', ':b', 'a:b', '127.0.0.1', 'a%40b'])
  return run.oneOf([
    `https://${name}:${port}/`,
    `${scheme}://${name}/`,
    `https://${user}@${name}/`,
    `https://${name}/#${run.oneOf(['', 'a', '@127.0.0.1'])}`,
    `https://${name}${run.oneOf(['\\', ' ', '\t', '\n', '\r', '\u0000', '\\@'])}127.0.0.1/`,
    `https://${name}/${'x'.repeat(2_048)}`,
    `//${name}/`,
    name,
  ])
}
