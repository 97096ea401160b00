import { STATUSES } from '../rules/cell-text.ts'
import { hasScope } from '../rules/columns.ts'
import { type Query, SORTS } from '../rules/view.ts'
import { addProduct, lastSaved, undo, undoSave } from '../state/editing.ts'
import { chooseFirst, chooseNextRefused } from '../state/selection.ts'
import {
  arrange,
  edits,
  isPartial,
  isSaving,
  loading,
  openSession,
  order,
  query,
  refusedCount,
  said,
  waiting,
} from '../state/store.ts'
import { askOrSave } from './bars.tsx'

export const Header = ({ name }: { name: string }) => (
  <header>
    <h1>
      <bdi>{name}</bdi>
    </h1>
    <Filters />
    <Buttons />
    <p role="status" class="status">
      {waiting.value || said.value} · {order.value.length} in view
      {loading.value === 'yes' && ' · reading the shop …'}
      {isPartial.value && ' · only the newest 5,000 products are here'}
    </p>
  </header>
)

function look(part: Partial<Query>): void {
  arrange({ ...query.value, ...part })
  chooseFirst()
}

const textIn = ({ currentTarget: { value } }: { currentTarget: { value: string } }) => value

function Filters() {
  const { words, status, category, isLow, sort } = query.value
  const { shop, columns } = openSession()
  return (
    <search class="filters">
      <input
        type="search"
        aria-label="Search by name, SKU, brand, tag or external id"
        placeholder="Name, SKU, brand, tag"
        value={words}
        onInput={(event) => look({ words: textIn(event) })}
      />
      <select aria-label="Status" value={status} onChange={(event) => look({ status: textIn(event) })}>
        <option value="">Any status</option>
        {STATUSES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <select aria-label="Category" value={category} onChange={(event) => look({ category: textIn(event) })}>
        <option value="">Any category</option>
        {[...shop.categories].map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <select
        aria-label="Order"
        value={sort}
        onChange={(event) => look({ sort: SORTS.find(([one]) => one === textIn(event))?.[0] ?? 'newest' })}
      >
        {SORTS.map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </select>
      {columns.some((column) => column.name === 'stock') && (
        <label class="check">
          <input
            type="checkbox"
            checked={isLow}
            onChange={(event) => look({ isLow: event.currentTarget.checked })}
          />
          Low stock
        </label>
      )}
    </search>
  )
}

function Buttons() {
  const [count, refused] = [edits.value.size, refusedCount.value]
  const canWrite = hasScope(openSession().scopes, 'products:write')
  return (
    <div class="buttons">
      {canWrite && (
        <button type="button" onClick={addProduct}>
          New product
        </button>
      )}
      {count > 0 && (
        <button type="button" onClick={undo}>
          Undo
        </button>
      )}
      {lastSaved.value.length > 0 && !isSaving.value && (
        <button type="button" onClick={undoSave}>
          Undo the save
        </button>
      )}
      {refused > 0 && (
        <button type="button" class="refused" onClick={chooseNextRefused}>
          Next refused
        </button>
      )}
      <button type="button" class="main" disabled={count === 0 || isSaving.value} onClick={askOrSave}>
        {isSaving.value ? 'Saving …' : saveWords(count, refused)}
      </button>
    </div>
  )
}

function saveWords(count: number, refused: number): string {
  if (count === 0) return 'Nothing to save'
  return `Save ${count} change${count === 1 ? '' : 's'}${refused > 0 ? ` (${refused} refused)` : ''}`
}
