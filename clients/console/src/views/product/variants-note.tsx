import type { Row } from '../../rules/rows.ts'
import { ALL, fragmentOf } from '../../rules/view.ts'
import { unfold } from '../../state/reading-shop.ts'
import { choose } from '../../state/selection.ts'
import { arrange, order, query, shown } from '../../state/store.ts'
import { stopFor } from '../../state/trouble.ts'

/** Leads to the variants of a product, which are rows of the table. */
export const VariantsNote = ({ row }: { row: Row }) => (
  <p>
    Prices, stock and SKUs are those of its variants:{' '}
    <a href={fragmentOf(query.value)} onClick={() => void showVariants(row.id).catch(stopFor)}>
      show them in the table
    </a>
    .
  </p>
)

async function showVariants(id: string): Promise<void> {
  if (!order.value.includes(id)) arrange(ALL)
  await unfold([id])
  choose(
    shown.value.findIndex((row) => row.id === id),
    0,
  )
}
