import { signal } from '@preact/signals'
import { STATUSES } from '../../rules/cell-text.ts'
import { columnOf, hasScope } from '../../rules/columns.ts'
import type { Row } from '../../rules/rows.ts'
import { change, reprice } from '../../state/editing.ts'
import { unfold } from '../../state/reading-shop.ts'
import { place, saidOfCell, selectedRows } from '../../state/selection.ts'
import { openSession, shown, unfolded } from '../../state/store.ts'
import { stopFor } from '../../state/trouble.ts'

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
    <label>
      Prices{' '}
      <input
        type="number"
        min="-99"
        max="1000"
        value={percent.value}
        onInput={(event) => {
          percent.value = event.currentTarget.valueAsNumber
        }}
      />{' '}
      %
    </label>
    <button type="button" onClick={() => percent.value >= -99 && reprice(rows, percent.value)}>
      Change prices
    </button>
  </>
)

function setStatus({ currentTarget }: { currentTarget: HTMLSelectElement }): void {
  const text = currentTarget.value
  change(selectedRows.value.map((row) => ({ row, column: columnOf('status'), text })))
  currentTarget.value = ''
}
