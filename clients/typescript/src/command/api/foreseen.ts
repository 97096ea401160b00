import { textsOf } from './tables.ts'

/** The changes that a write would make, in a result of a dry run or in its response. */
interface Foreseeing {
  index?: number
  events?: readonly ForeseenEvent[]
  variants?: readonly ForeseenVariant[]
}

interface ForeseenEvent {
  type: string
  data: Record<string, unknown>
  previous: Record<string, unknown>
}

interface ForeseenVariant {
  id: string | null
  option_values: Record<string, string>
  from: Record<string, unknown> | null
  to: Record<string, unknown> | null
}

/** The headings of the rows. */
export const FORESEEN = ['INDEX', 'CHANGE', 'MEMBER', 'FROM', 'TO'] as const

/** Members that every change of a product changes. */
const ALWAYS = new Set(['updated_at', 'version'])

/** The changes that a dry run foresees, as rows: a row for each member of a product or variant, and for each quantity. */
export function foreseenRows({ index, events = [], variants = [] }: Foreseeing): string[][] {
  const place = index === undefined ? '' : `${index}`
  const currency = events.map(({ data }) => data.currency).find((one) => typeof one === 'string')
  const text = (name: string, value: unknown) => textsOf({ [name]: value, currency })[name] ?? ''
  const rowsOf = (change: string, from: Record<string, unknown>, to: Record<string, unknown>) =>
    Object.keys(from).flatMap((name) =>
      ALWAYS.has(name) ? [] : [[place, change, name, text(name, from[name]), text(name, to[name])]],
    )
  return [
    ...events.flatMap(({ type, data, previous }) => {
      if (type === 'inventory.adjusted')
        return quantitiesIn(data).map(({ id, from, to }) => [place, type, id, `${from}`, `${to}`])
      const rows = rowsOf(type, previous, data)
      return rows.length > 0 ? rows : [[place, type, '', '', '']]
    }),
    ...variants.flatMap(({ option_values, from, to }) => {
      const name = Object.values(option_values).join(' / ')
      if (from && to) return rowsOf(`variant ${name}`, from, to)
      return [[place, `${from ? 'removed' : 'new'} variant ${name}`, '', '', '']]
    }),
  ]
}

/** The quantities that an adjustment changes, by the ids of their variants. */
function quantitiesIn({ changes }: Record<string, unknown>): { id: string; from: number; to: number }[] {
  if (!Array.isArray(changes)) return []
  return changes.map(({ variant_id, delta, quantity }) => ({
    id: String(variant_id),
    from: Number(quantity) - Number(delta),
    to: Number(quantity),
  }))
}
