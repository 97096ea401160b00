import * as v from 'valibot'
import { ask, pageOf, queryOf } from './ask.ts'
import { ifAllowed } from './known-products.ts'
import type { CallApi } from './tool.ts'

const holds = pageOf(
  v.object({
    items: v.array(v.object({ variant_id: v.string(), quantity: v.number(), is_held: v.boolean() })),
  }),
  {},
)

/** How many pieces are held, by the id of their variant. */
export type HeldPieces = ReadonlyMap<string, number>

/** Reads all held pieces. Undefined if there are more holds than one page has, or the API refuses the request. */
export const heldPieces = (api: CallApi): Promise<HeldPieces | undefined> =>
  ifAllowed(async () => {
    const query = queryOf({ status: 'held', limit: 200 })
    const { data, next_cursor } = await ask(api, ['GET', '/admin/inventory/holds', { query }], holds)
    const held = new Map<string, number>()
    for (const { variant_id, quantity, is_held } of data.flatMap(({ items }) => items))
      if (is_held) held.set(variant_id, (held.get(variant_id) ?? 0) + quantity)
    return next_cursor === null ? held : undefined
  })

/** The member of a result without held pieces, where these matter. */
export const HELD_IS_UNKNOWN = { held_is_unknown: 'It could not be read how many pieces are held.' }
