import { STATUSES } from '../../rules/cell-text.ts'
import { type Query, SORTS } from '../../rules/view.ts'
import { chooseFirst } from '../../state/selection.ts'
import { arrange, openSession, query } from '../../state/store.ts'
import { isNarrow } from '../../state/surroundings.ts'

function look(part: Partial<Query>): void {
  arrange({ ...query.value, ...part })
  chooseFirst()
}

const textIn = ({ currentTarget: { value } }: { currentTarget: { value: string } }) => value

/** Which products are in the table, and in which order. */
export function Filters() {
  const { words } = query.value
  return (
    <search class="filters">
      <input
        type="search"
        aria-label="Search by name, SKU, brand, tag or external id"
        placeholder="Name, SKU, brand, tag"
        value={words}
        onInput={(event) => look({ words: textIn(event) })}
      />
      {isNarrow.value ? (
        <details>
          <summary>{summary(query.value)}</summary>
          <div class="filters">
            <Others />
          </div>
        </details>
      ) : (
        <Others />
      )}
    </search>
  )
}

/** Says how many filters are hidden that leave products out. */
function summary({ status, category, isLow }: Query): string {
  const count = [status, category, isLow].filter(Boolean).length
  return count > 0 ? `Filters and order (${count})` : 'Filters and order'
}

function Others() {
  const { status, category, isLow, sort } = query.value
  const { shop, columns } = openSession()
  return (
    <>
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
    </>
  )
}
