import * as v from 'valibot'
import { localAddresses } from './local-addresses.ts'
import { httpsUrl, isHttpsUrl, text } from './text/text.ts'

const LOCAL_PICTURE = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/media\/[\w./-]+$/

/** The address of a picture: an https URL or, on a local stack, one of its own pictures. */
export const pictureUrl = v.pipe(
  text(1, 2048),
  v.check(
    (s) => isHttpsUrl(s) || (localAddresses.areAllowed && LOCAL_PICTURE.test(s)),
    'must be an https URL',
  ),
  v.metadata(v.getMetadata(httpsUrl)),
)
