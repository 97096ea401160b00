import * as v from 'valibot'
import { httpsUrl, isHttpsUrl, text } from './text/text.ts'

/**
 * Pictures of a local stack, which has no certificate. Only such a stack allows them: no template can. A process sets this once,
 * before its first request: with an argument instead, every schema of a product, variant, category and business would be a
 * function, and none of their resources a constant.
 */
export const localPictures = { areAllowed: false }

const LOCAL_PICTURE = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/media\/[\w./-]+$/

/** The address of a picture: an https URL or, on a local stack, one of its own pictures. */
export const pictureUrl = v.pipe(
  text(1, 2048),
  v.check(
    (s) => isHttpsUrl(s) || (localPictures.areAllowed && LOCAL_PICTURE.test(s)),
    'must be an https URL',
  ),
  v.metadata(v.getMetadata(httpsUrl)),
)
