import { type Breakage, failing, rewritten, sentPath, withoutSent } from './faults.ts'

const SOLD = 'an adjustment changes the quantity, once for each Idempotency-Key'
const HELD = 'a hold takes a piece, the inventory counts it, and its release gives it back'
const PLANNED = 'a schedule of the product is planned, found in the list, and ended'
const PUBLIC = 'a product has its variants at a path of their own, and with expand=variants'
const TRACKED = 'GET /admin/inventory returns what is tracked'

/** Faults of schedules, variants and their stock, in requests and in responses. */
export const STOCK_BREAKAGES: Record<string, Breakage> = {
  'expand is dropped': {
    fault: sentPath((path) => path.replace(/[?&]expand=variants/, '')),
    found: [PUBLIC],
  },
  'the SKU of a variant is public': {
    fault: rewritten(/^\/products/, (text) =>
      text.replaceAll('"option_values"', '"sku":"A","option_values"'),
    ),
    found: [PUBLIC],
  },
  'the variants of a product cannot be read': {
    fault: failing('GET', /\/variants$/),
    found: [PUBLIC],
  },
  'variants cannot be replaced': {
    fault: failing('PUT', /\/variants$/),
    found: ['PUT gives the product two variants, from which its price follows', TRACKED],
  },
  'the inventory shows nothing': {
    fault: rewritten(/^\/admin\/inventory\?/, (text) =>
      text.replace(/"data":\[.*\],"count":\d+/, '"data":[],"count":0'),
    ),
    found: [TRACKED, SOLD, HELD],
  },
  'the inventory cannot read what is held': {
    fault: rewritten(/^\/admin\/inventory\?/, (text) => text.replaceAll(/"held":\d+/g, '"held":null')),
    found: [HELD],
  },
  'holds cannot be released': {
    fault: failing('DELETE', /\/holds\//),
    found: [HELD],
  },
  'schedules are not listed': {
    fault: rewritten(/^\/admin\/schedules/, (text) =>
      text.replace(/"data":\[.*\],"count":\d+/, '"data":[],"count":0'),
    ),
    found: [PLANNED],
  },
  'schedules cannot be ended': {
    fault: failing('DELETE', /\/schedule$/),
    found: [PLANNED],
  },
  'exports have no stock': {
    fault: rewritten(/^\/admin\/export/, (text) => text.replaceAll(/"quantity":\d+,/g, '')),
    found: ['an export has the product with its variants and quantities'],
  },
  'no adjustment is replayed': {
    fault: withoutSent('idempotency-key'),
    found: [SOLD],
  },
}
