import { useEffect } from 'preact/hooks'
import { type ColumnName, hasScope } from '../../rules/columns.ts'
import type { Row } from '../../rules/rows.ts'
import { scheduledFragment } from '../../rules/screens.ts'
import { choose, place } from '../../state/selection.ts'
import { openSession, shown } from '../../state/store.ts'
import { Field } from './field.tsx'
import { HeldNote } from './held-note.tsx'
import { Pictures } from './pictures.tsx'
import { ProductHead } from './product-head.tsx'
import { Tags } from './tags.tsx'
import { VariantsNote } from './variants-note.tsx'

const TEXTS: readonly ColumnName[] = ['name', 'description']
const FACTS: readonly ColumnName[] = [
  'status',
  'category_id',
  'price',
  'compare_at_price',
  'stock',
  'sku',
  'brand',
]

/** The fields of a product: the same edits as those of the table. */
export function ProductForm({ row }: { row: Row }) {
  useEffect(() => {
    // Back in the table one is where one was here.
    const r = shown.peek().findIndex(({ id }) => id === row.id)
    if (r >= 0 && shown.peek()[place.peek().row]?.productId !== row.id) choose(r, place.peek().column)
  }, [row.id])
  return (
    <>
      <ProductHead row={row} />
      <div class="columns">
        <div>
          <Fields row={row} names={TEXTS} />
          <Tags row={row} />
          <Pictures row={row} />
        </div>
        <div>
          <Fields row={row} names={FACTS} />
          {row.hasOptions && <VariantsNote row={row} />}
          <HeldNote row={row} />
          {row.kind !== 'new' && <Scheduled id={row.id} />}
        </div>
      </div>
    </>
  )
}

/** The way to what is planned for a product. */
const Scheduled = ({ id }: { id: string }) => (
  <p class="links">
    <a href={scheduledFragment(id)}>
      {hasScope(openSession().scopes, 'products:write') ? 'Plan a sale' : 'Scheduled changes'}
    </a>
  </p>
)

/** The fields that the product has; those that its variants decide are theirs. */
function Fields({ row, names }: { row: Row; names: readonly ColumnName[] }) {
  const columns = names.flatMap((name) => openSession().columns.find((column) => column.name === name) ?? [])
  return (
    <>
      {columns
        .filter(({ isOfVariants }) => !(row.hasOptions && isOfVariants))
        .filter(({ name }) => row.kind !== 'new' || name !== 'stock')
        .map((column) => (
          <Field row={row} column={column} key={column.name} />
        ))}
    </>
  )
}
