import { unsupportedMediaType } from '../problems/problems.ts'

/** Throws `unsupported_media_type` unless a body is of one of these media types, in UTF-8. */
export function requireMediaType(contentType: string | undefined, mediaTypes: readonly string[]): void {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (mediaTypes.includes(type) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))) return
  throw unsupportedMediaType({
    detail: `Send ${mediaTypes.join(' or ')} in UTF-8.`,
    // RFC 5789 §3.1: which patch formats would be taken.
    ...(mediaTypes.some((one) => one.includes('patch')) && {
      headers: { 'accept-patch': mediaTypes.join(', ') },
    }),
  })
}
