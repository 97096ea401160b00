import type { Row } from '../../rules/rows.ts'
import { fragmentOf } from '../../rules/view.ts'
import { showVariants } from '../../state/refused.ts'
import { query } from '../../state/store.ts'

/** Leads to the variants of a product, which are rows of the table. */
export const VariantsNote = ({ row }: { row: Row }) => (
  <p>
    Prices, stock and SKUs are those of its variants:{' '}
    <a href={fragmentOf(query.value)} onClick={() => void showVariants(row)}>
      show them in the table
    </a>
    .
  </p>
)
