import { signal } from '@preact/signals'
import { LEAST_PERCENT, MOST_PERCENT } from '../../../../../lib/domain/products/price-by.ts'
import { STATUSES } from '../../rules/cell-text.ts'
import { columnOf, hasScope } from '../../rules/columns.ts'
import type { Row } from '../../rules/rows.ts'
import { PRICES } from '../../rules/screens.ts'
import { change } from '../../state/editing.ts'
import { unfold } from '../../state/reading-shop.ts'
import { place, saidOfCell, selectedRows } from '../../state/selection.ts'
import { openSession, shown, unfolded } from '../../state/store.ts'
import { stopFor } from '../../state/trouble.ts'
import { wantPrices } from '../../state/wanted-prices.ts'

const percent = signal(-10)

/** As many products as are unfolded at once: one request each. */
const MOST_UNFOLDED = 50

/** The line above the table: what is said of the chosen cell, else what can be done with the selected rows. */
export function SelectionBar() {
  const isFault = saidOfCell.value !== ''
  return (
    <div class="selection">
      <p class="fault" aria-live="polite">
        {saidOfCell.value}
      </p>
      {!isFault && <Actions />}
    </div>
  )
}

function Actions() {
  const rows = selectedRows.value
  const chosen = shown.value[place.value.row]
  const canWrite = hasScope(openSession().scopes, 'products:write')
  const foldable = rows.filter((row) => row.hasOptions && !unfolded.value.has(row.id)).slice(0, MOST_UNFOLDED)
  return (
    <div class="actions">
      {chosen && (
        <a href={`#/products/${chosen.productId}`} aria-keyshortcuts="Alt+Enter">
          Open (Alt+Enter)
        </a>
      )}
      <span>{rows.length === 1 ? '1 row' : `${rows.length} rows`}:</span>
      {canWrite && <Changes rows={rows} />}
      {foldable.length > 0 && (
        <button type="button" onClick={() => void unfold(foldable.map(({ id }) => id)).catch(stopFor)}>
          Unfold {foldable.length}
        </button>
      )}
    </div>
  )
}

const Changes = ({ rows }: { rows: readonly Row[] }) => (
  <>
    <select aria-label="Status of the selected rows" value="" onChange={setStatus}>
      <option value="">Set status …</option>
      {STATUSES.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault()
        if (wantPrices(rows, percent.value)) location.hash = PRICES
      }}
    >
      <label>
        Prices{' '}
        <input
          type="number"
          required
          min={LEAST_PERCENT}
          max={MOST_PERCENT}
          step="0.01"
          value={percent.value}
          onInput={(event) => {
            percent.value = event.currentTarget.valueAsNumber
          }}
        />{' '}
        %
      </label>
      <button type="submit">Change prices</button>
    </form>
  </>
)

function setStatus({ currentTarget }: { currentTarget: HTMLSelectElement }): void {
  const text = currentTarget.value
  change(selectedRows.value.map((row) => ({ row, column: columnOf('status'), text })))
  currentTarget.value = ''
}
