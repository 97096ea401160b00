import type { Happening } from '../../../data/table/happening.ts'
import type { EventType } from '../../../domain/resources.ts'

/** The events whose object gets its id with the write: a dry run has none for it. */
const OF_NEW_IDS: ReadonlySet<EventType> = new Set(['product.created', 'inventory.adjusted'] as const)

const isCreation = ({ type }: Happening) => type === 'product.created'

/** The events that a write would record, as the feed would show them, without what only a recorded event has. */
export const dryEvents = (happenings: readonly Happening[]): object[] =>
  happenings.map((happening) => {
    const { type, data, previous, variants_changed } = happening
    return {
      type,
      data: OF_NEW_IDS.has(type) ? { ...data, id: null } : data,
      previous,
      // The ids of new variants begin with that of their product.
      ...(variants_changed && !isCreation(happening) && { variants_changed }),
    }
  })

/** The variants of a product with options that a write would change, if there are any. */
export const dryVariants = (happenings: readonly Happening[]): object[] =>
  happenings.flatMap((happening) =>
    (happening.differences?.() ?? []).map((one) => ({ ...one, id: isCreation(happening) ? null : one.id })),
  )

/** The options of a product that a write would change, if it does. */
export function dryOptions(happenings: readonly Happening[]): { options?: object } {
  const options = happenings.find((happening) => happening.options)?.options
  return options ? { options } : {}
}

/** The quantities of a product that a write would begin or end, if there are any. */
export function dryQuantities(happenings: readonly Happening[]): { quantities?: object[] } {
  const quantities = happenings.flatMap((happening) =>
    (happening.quantities?.() ?? []).map((one) => ({ ...one, id: isCreation(happening) ? null : one.id })),
  )
  return quantities.length > 0 ? { quantities } : {}
}
