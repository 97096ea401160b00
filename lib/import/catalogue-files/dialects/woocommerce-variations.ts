import { isJsonObject, type JsonObject } from '../../../domain/body/json-object.ts'
import { normalLine } from '../../../domain/text/text.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { withoutEntities } from '../html-text.ts'
import type { SourceRow } from '../read/source-row.ts'
import type { AttributeColumns } from './woocommerce-columns.ts'
import { isYes, partOf, partsOf, soldFields, type Work, writtenParts } from './woocommerce-rows.ts'

/** An attribute of a parent that its variations differ in, with all its values. */
interface Choice {
  name: string
  values: string[]
}

/** More combinations than a product has variants. */
const MOST_VARIANTS = 100

/** Options and variants of a parent and its variations, and the line of each variant. */
export function variationsOf(
  main: SourceRow,
  variations: readonly SourceRow[],
  columns: readonly AttributeColumns[],
  work: Work,
): { values: JsonObject; lines: number[] } {
  const chosen = variations.map((row) => ({ row, values: new Map(valuesOf(row, columns)) }))
  const named = new Set(chosen.flatMap(({ values }) => [...values.keys()]))
  const all = attributesOf(main, columns)
  noteAttributes(all, named, work)
  const choices = choicesOf(new Map(all), named, chosen)
  const isOpen = ({ values }: { values: ReadonlyMap<string, string> }) =>
    choices.some(({ name }) => !values.get(name))
  const inOrder = chosen.sort((a, b) => placeIn(a.row, work) - placeIn(b.row, work))
  // A combination goes to the variation that names it, before one that leaves an option open.
  const taken = new Set<string>()
  const made = new Map<SourceRow, ReturnType<typeof variantsOf>>()
  for (const { row, values } of [...inOrder.filter((one) => !isOpen(one)), ...inOrder.filter(isOpen)])
    made.set(row, variantsOf(row, { main, choices, values, work, taken }))
  const variants = inOrder.flatMap(({ row }) => made.get(row) ?? [])
  return {
    values: {
      options: choices.map(({ name, values }) => ({ name, values })),
      variants: variants.map(({ variant }) => variant),
    },
    lines: variants.map(({ line }) => line),
  }
}

/** Without variations no attribute is a choice. */
export const leaveAttributes = (main: SourceRow, columns: readonly AttributeColumns[], work: Work): void =>
  noteAttributes(attributesOf(main, columns), new Set(), work)

function noteAttributes(
  all: readonly [string, string][],
  chosen: ReadonlySet<string>,
  { notes }: Work,
): void {
  for (const [name, values] of all)
    if (!chosen.has(name))
      notes.push({ loss: 'attribute', detail: `"${name}: ${values}" does not distinguish variations` })
}

/** Names and cells of the attributes of a row; a variation with a blank one is sold with any value. */
function attributesOf({ values }: SourceRow, columns: readonly AttributeColumns[]): [string, string][] {
  if (!isJsonObject(values)) return []
  const text = (column: string) => (typeof values[column] === 'string' ? normalLine(values[column]) : '')
  return columns.flatMap(({ name, values: cells }) => {
    const own = normalLine(withoutEntities(text(name)))
    return own ? [[own, text(cells)]] : []
  })
}

/** Names and values of the attributes of a variation, which has one value of each. */
const valuesOf = (row: SourceRow, columns: readonly AttributeColumns[]): [string, string][] =>
  attributesOf(row, columns).map(([name, cell]) => [name, normalLine(partOf(cell))])

/** The attributes of the variations in the parent's order, with the parent's values first. */
function choicesOf(
  parent: ReadonlyMap<string, string>,
  named: ReadonlySet<string>,
  chosen: readonly { values: ReadonlyMap<string, string> }[],
): Choice[] {
  const names = [...new Set([...[...parent.keys()].filter((name) => named.has(name)), ...named])]
  return names.map((name) => ({
    name,
    values: [
      ...new Set([
        ...partsOf(parent.get(name) ?? '').map(normalLine),
        ...chosen.flatMap(({ values }) => values.get(name) || []),
      ]),
    ],
  }))
}

const placeIn = (row: SourceRow, { cell }: Work) => Number(cell(row, 'position') ?? 0) || 0

interface Variation {
  main: SourceRow
  choices: readonly Choice[]
  values: ReadonlyMap<string, string>
  work: Work
  /** Combinations that have a variant. */
  taken: Set<string>
}

/** The variants that a variation is: one of each value of an attribute that it leaves open. */
function variantsOf(row: SourceRow, { main, choices, values, work, taken }: Variation) {
  const open = choices.filter(({ name }) => !values.get(name))
  const count = open.reduce((product, choice) => product * choice.values.length, 1)
  if (count === 0)
    throw new Unreadable(
      `line ${row.line}: has no value for ${namesOf(open)}, and its product has none either`,
    )
  if (count > MOST_VARIANTS)
    throw new Unreadable(
      `line ${row.line}: comes in ${count} combinations, and a product has ${MOST_VARIANTS}`,
    )
  const sold = soldFields(row, work, main)
  const names = namesOf(open)
  if (count > 1 && sold.track_inventory === true)
    throw new Unreadable(
      `line ${row.line}: has one stock for any ${names}; here each variant has a stock of its own`,
    )
  if (count > 1 && typeof sold.sku === 'string')
    work.notes.push({
      loss: 'sku',
      detail: `${sold.sku} is for any ${names}: only the first of ${count} variants has it`,
    })
  const [image, ...others] = writtenParts(work.cell(row, 'images') ?? '')
  for (const url of others)
    work.notes.push({ loss: 'image', detail: `line ${row.line}: ${url}: a variant has one image` })
  const enabled = work.cell(row, 'published')
  const combinations = combinationsOf(choices, values).filter((one) => {
    const name = JSON.stringify(one)
    // Two that say the same are for the rules of variants to refuse.
    const isFree = open.length === 0 || !taken.has(name)
    taken.add(name)
    return isFree
  })
  return combinations.map((option_values, n) => ({
    line: row.line ?? 0,
    variant: {
      option_values,
      ...sold,
      ...(n > 0 && 'sku' in sold && { sku: null }),
      ...(image && { image: { url: image } }),
      ...(enabled && { is_enabled: isYes(enabled) }),
    },
  }))
}

const namesOf = (choices: readonly Choice[]) => choices.map(({ name }) => name).join(' and ')

function combinationsOf(
  choices: readonly Choice[],
  values: ReadonlyMap<string, string>,
): Record<string, string>[] {
  return choices.reduce<Record<string, string>[]>(
    (combinations, choice) => {
      const own = values.get(choice.name)
      const possible = own ? [own] : choice.values
      return combinations.flatMap((one) => possible.map((value) => ({ ...one, [choice.name]: value })))
    },
    [{}],
  )
}
