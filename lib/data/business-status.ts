import { readItem } from './table/calls/writer.ts'
import { businessKey } from './table/keys.ts'

/** The status of a business as it stands after every acknowledged write; undefined if there is none. */
export const readStatus = async (businessId: string): Promise<unknown> =>
  (await readItem<{ status?: unknown }>(businessKey(businessId)))?.status
