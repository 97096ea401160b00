/** The writes of the run that works on an import, each on the condition that it still does. */

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type { ImportFault } from '../../domain/imports/import-job.ts'
import { putItem, updateItem } from '../table/calls/writer.ts'
import type { Step } from '../table/commit.ts'
import { updateOf, when } from '../table/expressions.ts'
import * as keys from '../table/keys.ts'
import { eachOf, pagesOf } from '../table/patient-reads.ts'
import { TTL_ATTRIBUTE } from '../table/schema.ts'
import { type ImportItem, oldestLeases } from './import-item.ts'
import { endImport, type ImportEnd, readImport } from './imports.ts'

/** An import, and the run that works on it. */
export interface HeldImport {
  businessId: string
  importId: string
  run: string
}

/** A function runs for 300 s at most. */
const LEASE_MS = 305_000

const A_WEEK_S = 7 * 24 * 60 * 60
const expiry = () => ({ [TTL_ATTRIBUTE]: Math.floor(Date.now() / 1000) + A_WEEK_S })

/**
 * Takes an import for a run. Undefined if another run has it, if it is over, or if it was left alone for so long that it
 * counts as over.
 */
export async function takeImport(held: HeldImport, now = Date.now()): Promise<ImportItem | undefined> {
  const { businessId, importId, run } = held
  const { waiting, silent } = oldestLeases(now)
  // The clock of who handed it back can be ahead of this one: then it waits since a time to come.
  const isFree = when`(#status = ${'queued'} OR #status = ${'running'}) AND ((attribute_not_exists(#run) AND #lease_until > ${waiting}) OR (#run <> ${run} AND #lease_until > ${silent} AND #lease_until <= ${now}))`
  const change = { set: { status: 'running', run, lease_until: now + LEASE_MS }, add: { starts: 1 } }
  const isTaken = await changed(businessId, importId, { ...change, if: isFree })
  const item = await readImport(businessId, importId)
  return isTaken || item?.run === run ? item : undefined
}

/** The state of an import at a checkpoint. */
export type Checkpoint = Partial<
  Pick<
    ImportItem,
    | 'progress'
    | 'faults_total'
    | 'notices'
    | 'lost'
    | 'categories_created'
    | 'first_categories'
    | 'missing_changed'
    | 'format'
    | 'rows'
    | 'starts'
  >
>

/**
 * Writes how far an import is, without the missing products, which are counted as they change. False if it is to end, or is
 * another run's.
 */
export const writeCheckpoint = (
  { businessId, importId, run }: HeldImport,
  { missing_changed: _, ...state }: Checkpoint,
): Promise<boolean> =>
  changed(businessId, importId, {
    set: { ...state, updated_at: new Date().toISOString() },
    if: when`#run = ${run} AND #status = ${'running'} AND attribute_not_exists(#is_cancelled)`,
  })

/**
 * The step that counts a product which the file does not have, in the transaction that changes it: of a run that dies behind it,
 * the next one knows.
 */
export const countMissing = ({ businessId, importId }: HeldImport): Step => ({
  write: {
    Update: {
      Key: keys.importKey(businessId, importId),
      ...updateOf({ add: { missing_changed: 1 }, if: when`attribute_exists(pk)` }),
    },
  },
  refusal: 'version_changed',
})

/** Gives an import back, for a later run: it waits from now on. False if it is another run's. */
export async function giveImportBack(
  { businessId, importId, run }: HeldImport,
  now = Date.now(),
): Promise<boolean> {
  const isGiven = await changed(businessId, importId, {
    set: { lease_until: now },
    remove: ['run'],
    if: when`#run = ${run} AND #status = ${'running'}`,
  })
  if (isGiven) return true
  // A first try can have been carried out although its response was lost.
  const item = await readImport(businessId, importId)
  return item?.status === 'running' && item.run === undefined && item.lease_until === now
}

/** Ends an import. Throws the `Refusal` `version_changed` if it is another run's. */
export const endHeldImport = (
  { businessId, run }: HeldImport,
  item: ImportItem,
  end: ImportEnd,
  changes: Checkpoint,
): Promise<ImportItem> =>
  endImport(businessId, item, {
    end,
    changes,
    condition: when`#run = ${run} AND #status = ${'running'}`,
  })

async function changed(
  businessId: string,
  importId: string,
  change: Parameters<typeof updateOf>[0],
): Promise<boolean> {
  try {
    await updateItem({ Key: keys.importKey(businessId, importId), ...updateOf(change) })
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** Keeps rows that were refused or left out, each under the key of its row: once, however often it is read. */
export const keepFaults = (
  { businessId, importId }: HeldImport,
  faults: readonly ImportFault[],
): Promise<void> =>
  eachOf(faults, (fault) =>
    putItem({
      ...keys.importFaultKey(businessId, importId, fault.row),
      type: 'import_fault',
      ...fault,
      ...expiry(),
    }),
  )

/** The rows that an import has refused, as far as they are kept. */
export async function readRefusedRows({
  businessId,
  importId,
}: Pick<HeldImport, 'businessId' | 'importId'>): Promise<Set<number>> {
  const rows = new Set<number>()
  for await (const page of pagesOf(keys.importFaultKey(businessId, importId)))
    for (const { row, outcome } of page) if (outcome === 'refused') rows.add(Number(row))
  return rows
}
