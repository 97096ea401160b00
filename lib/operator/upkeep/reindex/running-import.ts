import { listedAs } from '../../../data/imports/running-imports.ts'
import { commit } from '../../../data/table/commit.ts'
import { updateOf, when } from '../../../data/table/expressions.ts'
import * as keys from '../../../data/table/keys.ts'
import { differences, readItems } from '../../../data/table/patient-reads.ts'
import { againstNewest } from '../../../data/table/versions.ts'

/** Puts the mark of the import under way where the sweep finds it. True if that was to be written. */
export const mendRunningImport = (businessId: string): Promise<boolean> =>
  againstNewest(async () => {
    const Key = keys.runningImportKey(businessId)
    const mark = (await readItems([Key])).values().next().value
    if (!mark) return false
    const place = listedAs(businessId, String(mark.import_id))
    if (differences(Object.keys(place), mark, place).length === 0) return false
    const change = updateOf({ set: place, if: when`#import_id = ${mark.import_id}` })
    await commit([{ write: { Update: { Key, ...change } }, refusal: 'version_changed' }])
    return true
  })
