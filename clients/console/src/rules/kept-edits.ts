import type { Edit, Edits } from './edits.ts'
import type { StockWork } from './plan.ts'

/** A request for quantities of which the response did not come: it is sent again with its key, and counts once. */
export interface StockBatch {
  key: string
  /** The id of the API key that sent it: under another one it would count again. */
  keyId: string
  works: StockWork[]
}

/** What a tab keeps of the work on a business: no key, and nothing that was not typed. */
export interface Kept {
  edits: Edits
  unsettled: StockBatch | undefined
}

/** The name in a storage under which the edits of a business are kept. */
export const keptUnder = (businessId: string): string => `console-edits ${businessId}`

/** Edits as a text to keep; undefined if there is nothing to keep. */
export const keptText = ({ edits, unsettled }: Kept): string | undefined =>
  edits.size > 0 || unsettled ? JSON.stringify({ edits: [...edits], unsettled }) : undefined

/** The edits in a kept text; none for a text that is not one. */
export function keptEdits(text: string | null): Kept {
  try {
    const { edits, unsettled } = JSON.parse(text ?? '{}')
    return {
      edits: new Map(Array.isArray(edits) ? edits.filter(isKept) : []),
      unsettled: isBatch(unsettled) ? unsettled : undefined,
    }
  } catch {
    return { edits: new Map(), unsettled: undefined }
  }
}

function isKept(pair: unknown): pair is [string, Edit] {
  if (!Array.isArray(pair) || typeof pair[0] !== 'string') return false
  const edit: unknown = pair[1]
  return typeof edit === 'object' && edit !== null && 'text' in edit && 'base' in edit
}

const isBatch = (value: unknown): value is StockBatch =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  'works' in value &&
  Array.isArray(value.works)
