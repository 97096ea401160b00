import { type ExistsReason, RECORDS, type TakenReason } from '../../../domain/resources.ts'

/** A member that no two objects of a resource have the same value of. */
export interface UniqueRule {
  /** The code of the problem of a value that another object has. */
  code: TakenReason
  member: string
  name: string
  /** The name of the resource, one and many. */
  of: string
  ofMany: string
}

/** By the code of their problem. */
export const UNIQUE = Object.fromEntries(
  RECORDS.flatMap(({ name: of, names: ofMany, unique = {} }) =>
    Object.entries(unique).map(([member, name]) => {
      const code = `${member}_taken`
      return [code, { code, member, name, of, ofMany }]
    }),
  ),
) as Record<TakenReason, UniqueRule>

/** By the code of the problem of an id that exists: the name of the resource. */
export const CHOSEN_IDS = Object.fromEntries(
  RECORDS.filter(({ takesId }) => takesId).map(({ type, name }) => [`${type}_exists`, name]),
) as Record<ExistsReason, string>
