import type { EventType } from '../../domain/resources.ts'

/**
 * The content of an event: the object after the change (before a deletion), and the earlier values of changed fields.
 */
export interface Happening {
  type: EventType
  data: { id: string }
  previous: object
  /** The ids of the variants of a product that were changed, added or removed, if there are any. */
  variants_changed?: readonly string[]
  /** The ids of the webhooks that a revoked key created and that still exist, if there are any. */
  webhooks?: readonly string[]
  /** The products by which the feed finds an event that is about several; not part of its JSON. */
  products?: readonly string[]
  /** The id of a product that changes before the public's eyes, or `changedCategory`; not part of the JSON. */
  seen?: string | undefined
  /** Makes the differences of the variants of a product, which only a dry run shows; not part of the JSON. */
  differences?: () => readonly { id: string }[]
  /** The options of a product before and after a change of them, which only a dry run shows; not part of the JSON. */
  options?: { from: readonly object[]; to: readonly object[] } | undefined
  /** Finds the quantities of a product that begin or end, which only a dry run shows; not part of the JSON. */
  quantities?: () => readonly { id: string; from: number | null; to: number | null }[]
}
