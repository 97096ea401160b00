import { signal } from '@preact/signals'
import { STATUSES } from '../../rules/cell-text.ts'
import { columnOf, hasScope } from '../../rules/columns.ts'
import { change, reprice } from '../../state/editing.ts'
import { unfold } from '../../state/reading-shop.ts'
import { saidOfCell, selectedRows } from '../../state/selection.ts'
import { openSession, unfolded } from '../../state/store.ts'
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
      {!isFault && hasScope(openSession().scopes, 'products:write') && <Actions />}
    </div>
  )
}

function Actions() {
  const rows = selectedRows.value
  const foldable = rows.filter((row) => row.hasOptions && !unfolded.value.has(row.id)).slice(0, MOST_UNFOLDED)
  return (
    <div class="actions">
      <span>{rows.length === 1 ? '1 row' : `${rows.length} rows`}:</span>
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
      {foldable.length > 0 && (
        <button type="button" onClick={() => void unfold(foldable.map(({ id }) => id)).catch(stopFor)}>
          Unfold {foldable.length}
        </button>
      )}
    </div>
  )
}

function setStatus({ currentTarget }: { currentTarget: HTMLSelectElement }): void {
  const text = currentTarget.value
  change(selectedRows.value.map((row) => ({ row, column: columnOf('status'), text })))
  currentTarget.value = ''
}
