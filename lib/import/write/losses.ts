import { hasOptions } from '../../domain/products/product.ts'
import type { Variant } from '../../domain/products/variant.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import { quoted } from '../../domain/text/quoted.ts'
import type { Note } from '../catalogue-files/note.ts'
import { type OptionStyle, onCommandLine } from '../option-style.ts'
import type { PlannedRow } from '../row.ts'

/** The losses of a product that is there: variants that go, stock that is no longer counted, a status that hides it. */
export function lossesOf(
  before: WholeProduct,
  after: WholeProduct,
  { fields, unpriced }: PlannedRow,
  option: OptionStyle = onCommandLine,
): Note[] {
  const left = new Map(after.set.variants.map((variant) => [variant.id, variant]))
  const moved = new Map([...(after.origins ?? [])].map(([id, { from }]) => [from, left.get(id)]))
  const ofVariants = before.set.variants.flatMap((variant): Note[] => {
    const now = left.get(variant.id) ?? moved.get(variant.id)
    if (!now && hasOptions(before.product)) return [{ loss: 'variant', detail: nameOf(variant) }]
    return now && variant.track_inventory && !now.track_inventory
      ? [{ loss: 'stock', detail: `${nameOf(variant)} is no longer tracked` }]
      : []
  })
  const isHidden =
    after.product.status === 'archived' && fields.status === undefined && unpriced === undefined
  const hidden: Note[] = isHidden
    ? [
        {
          loss: 'archived',
          detail: `the file does not say its status: ${option('set', 'status=active')} shows it`,
        },
      ]
    : []
  const isPlainNow = hasOptions(before.product) && !hasOptions(after.product)
  const plain: Note[] = isPlainNow ? [{ loss: 'options', detail: quoted(after.product.name) }] : []
  return [...plain, ...ofVariants, ...hidden]
}

/** `Size: M, Colour: Red`, or the SKU of a product without options. */
function nameOf({ option_values, sku }: Variant): string {
  const values = Object.entries(option_values).map(([name, value]) => `${name}: ${value}`)
  return values.length > 0 ? values.join(', ') : (sku ?? 'the product')
}
