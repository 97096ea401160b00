import { expect, test } from 'vitest'
import { sendError } from '../../lib/delivery/send/send-error.ts'

/** Codes of Node's `net`, `dns`, `tls` and `http`, also those that no server on loopback can cause. */
test.each(
  Object.entries({
    connection_refused: ['ECONNREFUSED'],
    connection_reset: ['ECONNRESET', 'EPIPE'],
    unreachable: ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
    timeout: ['ETIMEDOUT'],
    name_not_found: ['ENOTFOUND', 'ENODATA'],
    name_not_resolved: ['ESERVFAIL', 'ETIMEOUT', 'EREFUSED', 'EFORMERR', 'ENOTIMP', 'EBADRESP', 'EBADNAME'],
    bad_response: ['HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW'],
    tls_failed: [
      'EPROTO',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'CERT_HAS_EXPIRED',
      'CRL_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'INVALID_CA',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'ERROR_IN_CERT_NOT_AFTER_FIELD',
      'INVALID_PURPOSE',
      'PATH_LENGTH_EXCEEDED',
      'HOSTNAME_MISMATCH',
      'UNSPECIFIED',
    ],
    internal_error: ['EMFILE', 'ERR_INVALID_CHAR', 'INVALID_URL', 'undefined'],
  }).flatMap(([word, codes]) => codes.map((code) => [code, word] as const)),
)('%s is %s', (code, word) => {
  const error = Object.assign(new Error(code), { code })
  expect(sendError(error, new AbortController().signal)).toBe(word)
  expect(sendError(error, AbortSignal.abort())).toBe('timeout')
})
