import { commit, type Step } from '../../../data/table/commit.ts'
import * as keys from '../../../data/table/keys.ts'
import { eachOf, nameOf, pagesOf, readItems, type StoredItem } from '../../../data/table/patient-reads.ts'
import { againstNewest, isStill } from '../../../data/table/versions.ts'
import { listAsEnabled, unlist } from '../../../data/webhooks/enabled.ts'

/**
 * Puts each enabled webhook into the list of enabled webhooks, and takes each disabled one off it, where that is not so.
 * Returns how many entries were written.
 */
export async function mendEnabled(businessId: string, signal: AbortSignal | undefined): Promise<number> {
  let written = 0
  for await (const page of pagesOf(keys.webhookKey(businessId, ''), signal))
    await eachOf(page, async (item) => {
      if (await mendOne(businessId, item)) written++
    })
  return written
}

/** True if something was to be written. A webhook that was changed meanwhile is read again. */
const mendOne = (businessId: string, { pk, sk }: keys.Key): Promise<boolean> =>
  againstNewest(async () => {
    const webhookId = sk.slice(keys.WEBHOOK_PREFIX.length)
    const row = keys.enabledWebhookKey(businessId, webhookId)
    const found = await readItems([{ pk, sk }, row])
    const webhook = found.get(nameOf({ pk, sk }))
    const entry = found.get(nameOf(row))
    // An entry that names another business is not ours to change.
    if (entry && entry.business_id !== businessId) return false
    if (!webhook || isListed(webhook, entry)) return false
    const list = webhook.is_enabled === true ? listAsEnabled : unlist
    await commit([unchanged(webhook), list(businessId, webhookId)])
    return true
  })

const isListed = ({ is_enabled, id }: StoredItem, row: StoredItem | undefined) =>
  is_enabled === true ? row?.webhook_id === id : row === undefined

const unchanged = ({ pk, sk, version, created_at }: StoredItem): Step => {
  const condition = isStill({ version: Number(version), created_at: String(created_at) })
  return { write: { ConditionCheck: { Key: { pk, sk }, ...condition } }, refusal: 'version_changed' }
}
