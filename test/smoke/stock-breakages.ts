import { type Breakage, failing, rewritten, sentPath, withoutSent } from './faults.ts'

const SOLD = 'an adjustment changes the quantity, once for each Idempotency-Key'
const SOLD_OUT = 'a variant of which the last piece is sold is not available, nor is its product'
const TOO_MANY = 'more than there is cannot be sold'
const PUBLIC = 'a product has its variants at a path of their own, and with expand=variants'
const BASKET = 'a basket is read by ids, with variants'
const TRACKED = 'GET /admin/inventory returns what is tracked'

/** Faults of variants and their stock, in requests and in responses. */
export const STOCK_BREAKAGES: Record<string, Breakage> = {
  'expand is dropped': {
    fault: sentPath((path) => path.replace(/[?&]expand=variants/, '')),
    found: [PUBLIC, BASKET],
  },
  'the SKU of a variant is public': {
    fault: rewritten(/^\/products/, (text) =>
      text.replaceAll('"option_values"', '"sku":"A","option_values"'),
    ),
    found: [PUBLIC, BASKET],
  },
  'the variants of a product cannot be read': {
    fault: failing('GET', /\/variants$/),
    found: [PUBLIC, SOLD_OUT],
  },
  'only the first id is used': {
    fault: sentPath((path) => path.replace(/(\?ids=[^,]+),[^&]+/, '$1')),
    found: [BASKET],
  },
  'variants cannot be replaced': {
    fault: failing('PUT', /\/variants$/),
    found: ['PUT gives the product two variants, from which its price follows', TRACKED],
  },
  'variants cannot be changed': {
    fault: failing('PATCH', /\/variants$/),
    found: ['PATCH changes one variant', 'a variant is found by its SKU'],
  },
  'a SKU leads nowhere': {
    fault: failing('GET', /^\/admin\/variants/),
    found: ['a variant is found by its SKU'],
  },
  'the inventory shows nothing': {
    fault: rewritten(/^\/admin\/inventory\?/, (text) =>
      text.replace(/"data":\[.*\],"count":\d+/, '"data":[],"count":0'),
    ),
    found: [TRACKED, SOLD, TOO_MANY],
  },
  'exports have no stock': {
    fault: rewritten(/^\/admin\/export/, (text) => text.replaceAll(/"quantity":\d+,/g, '')),
    found: ['an export has the product with its variants and quantities'],
  },
  'no adjustment is replayed': {
    fault: withoutSent('idempotency-key'),
    found: [SOLD, TOO_MANY],
  },
  'more is sold than there is': {
    fault: {
      response(reply, { path }) {
        if (path === '/admin/inventory/adjust' && reply.status === 409) reply.status = 200
      },
    },
    found: [TOO_MANY],
  },
  'what is sold out stays available': {
    fault: rewritten(/\/variants$/, (text) => text.replaceAll('"is_available":false', '"is_available":true')),
    found: [SOLD_OUT],
  },
}
