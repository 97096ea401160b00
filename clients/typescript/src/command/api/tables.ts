import type { ListPath, PageOf } from '../../pages.ts'
import { amount } from '../money.ts'

type ItemOf<Path extends ListPath> = PageOf<Path> extends { data: (infer Item)[] } ? Item : never

/** A member of an item, or one of an object in it: `actor.key_name`. */
type Column<Item> = keyof Item | `${keyof Item & string}.${string}`

/** The columns of each list, unless others are chosen. Texts of people are last, because they have no known width. */
const COLUMNS: { [Path in ListPath]: readonly Column<ItemOf<Path>>[] } = {
  '/products': ['id', 'price', 'category_id', 'is_available', 'name'],
  '/products/search': ['id', 'price', 'category_id', 'is_available', 'name'],
  '/categories': ['id', 'parent_id', 'position', 'name'],
  '/admin/products': ['id', 'status', 'price', 'category_id', 'sku', 'name'],
  '/admin/variants': ['id', 'product_id', 'price', 'sku', 'option_values'],
  '/admin/categories': ['id', 'parent_id', 'position', 'is_listed', 'name'],
  '/admin/inventory': ['variant_id', 'product_id', 'quantity', 'held', 'is_low', 'sku'],
  '/admin/inventory/holds': ['reference', 'status', 'expires_at', 'payment'],
  '/admin/schedules': ['product_id', 'at', 'until', 'planned_by.key_name'],
  '/admin/imports': ['id', 'created_at', 'status'],
  '/admin/imports/{id}/faults': ['row', 'outcome', 'name', 'reasons'],
  '/admin/media': ['id', 'width', 'height', 'bytes', 'url'],
  '/admin/api-keys': ['id', 'prefix', 'last4', 'expires_at', 'revoked_at', 'last_used_at', 'name'],
  '/admin/events': ['id', 'timestamp', 'type', 'data.id', 'actor.key_name'],
  '/admin/webhooks': ['id', 'is_enabled', 'disabled_reason', 'failing_since', 'events', 'url'],
  '/admin/webhooks/{id}/deliveries': ['id', 'status', 'next_try_at', 'event_id', 'type'],
}

/** The columns of a list; without an entry in `COLUMNS` the members of an item, except objects. */
export function columnsOf(path: string, item: object): readonly string[] {
  const { [path]: columns } = COLUMNS as Readonly<Record<string, readonly string[]>>
  return columns ?? Object.entries(item).flatMap(([name, value]) => (isScalar(value) ? [name] : []))
}

const isScalar = (value: unknown) => value === null || typeof value !== 'object'

/** The text of a column for an item. */
export function cellOf(item: object, column: string): string {
  const texts = textsOf(item)
  return texts[column] ?? textOf(memberAt(item, column))
}

/** The member of an item that a column names; undefined if there is none. */
export const memberAt = (item: object, column: string): unknown =>
  column
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        (typeof value === 'object' && value ? Object.entries(value) : []).find(([own]) => own === name)?.[1],
      item,
    )

/** `CATEGORY` for `category_id`, `ACTOR KEY NAME` for `actor.key_name`. */
export const headingOf = (name: string): string =>
  name
    .replace(/(.)_id$/, '$1')
    .replace(/[_.]/g, ' ')
    .toUpperCase()

/** The members of an object as texts; prices with their currency, what is not set as `-`, and everything inside as JSON. */
export function textsOf(object: object): Record<string, string> {
  const currency = 'currency' in object ? object.currency : undefined
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      /^(compare_at_)?price$|^cost$/.test(name) && typeof value === 'number' && typeof currency === 'string'
        ? amount(value, currency)
        : textOf(value),
    ]),
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value) && value.every(isScalar)) return value.join(' ') || '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
