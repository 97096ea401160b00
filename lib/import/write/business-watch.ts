import { findBusiness } from '../../data/businesses.ts'
import { patiently } from '../../data/table/patient-reads.ts'
import type { Business } from '../../domain/business.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { ImportRefused } from '../import-refused.ts'

/**
 * A business is closed for 98 s before its items are deleted: a reader that checks this often leaves no items behind.
 */
const LOOK_EVERY_MS = 5_000

/**
 * Returns a check for work that takes long, which throws an `ImportRefused` once the business is being deleted, or is gone. It
 * reads only now and then, so it may be called before every write.
 */
export function watchBusiness({ id, name }: Business): () => Promise<void> {
  let looked = Date.now()
  let look: Promise<void> | undefined
  async function readStatus(): Promise<void> {
    const now = await patiently(() => findBusiness(id))
    if (!now || now.status === 'deleting')
      throw new ImportRefused(
        'business_closed',
        `${quoted(name)} is being deleted: no more is written for it`,
      )
  }
  return async () => {
    if (Date.now() - looked >= LOOK_EVERY_MS) {
      looked = Date.now()
      look = readStatus()
    }
    await look
  }
}
