import { type ExistsReason, RECORDS, type TakenReason } from '../../domain/resources.ts'

/** A member that no two objects of a resource have the same value of. */
interface Unique {
  member: string
  name: string
  /** The name of the resource, one and many. */
  of: string
  ofMany: string
}

/** By the code of the problem of a value that another object has. */
export const UNIQUE = Object.fromEntries(
  RECORDS.flatMap(({ name: of, names: ofMany, unique = {} }) =>
    Object.entries(unique).map(([member, name]): [string, Unique] => [
      `${member}_taken`,
      { member, name, of, ofMany },
    ]),
  ),
) as Record<TakenReason, Unique>

/** By the code of the problem of an id that exists: the name of the resource. */
export const CHOSEN_IDS = Object.fromEntries(
  RECORDS.filter(({ takesId }) => takesId).map(({ type, name }) => [`${type}_exists`, name]),
) as Record<ExistsReason, string>
