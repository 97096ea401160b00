/** Node's words for what can go wrong with a connection, and those that merchants read. They never change. */
const WORDS = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ENOTFOUND: 'name_not_found',
  ENODATA: 'name_not_found',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
} as const

/** Of what begins with these there are dozens. */
const FAMILIES = [
  // A handshake that fails, or a certificate that is not valid: X509_V_ERR_… of OpenSSL.
  [/^(ERR_TLS_|ERR_SSL_|EPROTO$)/, 'tls_failed'],
  [/^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_|INVALID_(CA|PURPOSE)$)/, 'tls_failed'],
  [/^(PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|UNSPECIFIED)$/, 'tls_failed'],
  // The response is not valid HTTP/1.1, or its head is too long.
  [/^HPE_/, 'bad_response'],
  // Errors of the resolver other than those above.
  [/^E(SERVFAIL|TIMEOUT|REFUSED|FORMERR|NOTIMP|BADRESP|BADNAME)$/, 'name_not_resolved'],
] as const

/** Why no response arrived from a target that is allowed: one stable word for each cause. */
export function sendError(error: unknown, signal: AbortSignal) {
  if (signal.aborted) return 'timeout'
  const code = `${(error as NodeJS.ErrnoException | undefined)?.code}`
  for (const [known, word] of Object.entries(WORDS)) if (code === known) return word
  for (const [family, word] of FAMILIES) if (family.test(code)) return word
  return 'internal_error'
}
