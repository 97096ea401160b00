/** The pictures of a business that is being deleted: their objects, which are in the bucket and not in the table. */

import { deleteStored, listRenditions } from '../../../data/media/rendition-store.ts'
import * as keys from '../../../data/table/keys.ts'
import { hasMedia } from '../../../environment.ts'
import { present, type Removing } from './items.ts'

/** The business has pictures, and nobody said in which bucket. */
export class BucketUnknown extends Error {
  override name = 'BucketUnknown'
}

/**
 * Deletes all objects of the business. They go before the items: a deletion that is taken up again looks for both. Throws
 * `BucketUnknown` if there are pictures and this process has the name of no bucket.
 */
export async function removePictures({ businessId, signal }: Removing): Promise<void> {
  if (!hasMedia()) {
    if ((await present([keys.mediaCountKey(businessId)])).length > 0)
      throw new BucketUnknown('the business has pictures, and the bucket is not known')
    return
  }
  for await (const page of listRenditions(businessId)) {
    signal?.throwIfAborted()
    await deleteStored(businessId, page)
  }
}
