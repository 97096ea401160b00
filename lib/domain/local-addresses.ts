/**
 * Addresses of a local stack, which has no certificate: its pictures, and the pages of its shop. Only such a stack allows them: no
 * template can. A process sets this once, before its first request: with an argument instead, every schema of a product, variant,
 * category and business would be a function, and none of their resources a constant.
 */
export const localAddresses = { areAllowed: false }
