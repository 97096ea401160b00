import type { ComponentChildren } from 'preact'
import { find, findExactly, findMore, findPublished, isFinding } from '../../state/finding.ts'
import { isPartial, loading, order, query } from '../../state/store.ts'

/** Looks further than the rows that are here: in the whole shop. */
export function LookUp() {
  const { words, status, category } = query.value
  const isEmpty = order.value.length === 0 && loading.value === 'no'
  if (!isPartial.value && !(isEmpty && words)) return null
  return (
    <div class="bar">
      <p>{isEmpty ? 'Nothing here matches.' : 'The newest 5,000 products are here. In the whole shop:'}</p>
      {words && (
        <Search by={findExactly}>
          Look for “<bdi>{words}</bdi>” as a SKU or an external id
        </Search>
      )}
      {words && isPartial.value && <Search by={findPublished}>Search the published products</Search>}
      {(status || category) && isPartial.value && <Search by={findMore}>Read more of these</Search>}
    </div>
  )
}

const Search = ({ by, children }: { by: () => Promise<string>; children: ComponentChildren }) => (
  <button type="button" disabled={isFinding.value} onClick={() => void find(by)}>
    {children}
  </button>
)
