import { generateKeyPairSync, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A length and what is that long, as ASN.1 has it (X.690, DER). */
function der(tag: number, ...parts: (Buffer | string | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)))
  const { length } = body
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), body])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const identifier = (...bytes: number[]) => der(0x06, bytes)

const ECDSA_WITH_SHA256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2))
const COMMON_NAME = identifier(0x55, 4, 3)
const ALTERNATIVE_NAME = identifier(0x55, 0x1d, 0x11)
const BASIC_CONSTRAINTS = identifier(0x55, 0x1d, 0x13)

export interface Certificate {
  /** PEM */
  cert: string
  key: string
}

/** A certificate for a host, by its name or its IPv4 address, issued by itself (RFC 5280): whoever trusts it trusts that host. */
export function certificateFor(host: string, until = '491231235959Z'): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, host))))
  const alternative = isIPv4(host) ? der(0x87, host.split('.').map(Number)) : der(0x82, host)
  const extensions = sequence(
    sequence(ALTERNATIVE_NAME, der(0x04, sequence(alternative))),
    sequence(BASIC_CONSTRAINTS, der(0x04, sequence(der(0x01, [255])))),
  )
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ECDSA_WITH_SHA256,
    name,
    sequence(der(0x17, '200101000000Z'), der(0x17, until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, [0], sign('sha256', body, privateKey))
  const base64 = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
