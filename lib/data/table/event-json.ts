import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** An event's JSON as its item keeps it: deflated; a string in items written before it was deflated. */
export type StoredJson = Uint8Array | string

/**
 * Deflated, because DynamoDB bills a write by each 1,024 bytes begun: the event of an ordinary product is about 1,300
 * bytes as text and 900 like this, and a transaction costs twice.
 */
export const storedJson = (json: string): Uint8Array => deflateRawSync(json)

/** The JSON byte for byte as it was recorded. Throws if these bytes were not deflated. */
export const jsonOf = (stored: StoredJson): string =>
  typeof stored === 'string' ? stored : inflateRawSync(stored).toString('utf8')
