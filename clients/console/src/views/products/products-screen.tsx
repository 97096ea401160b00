import { loading, rows } from '../../state/store.ts'
import { isNarrow } from '../../state/surroundings.ts'
import { Cards } from './cards.tsx'
import { Filters } from './filters.tsx'
import { LookUp } from './look-up.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { Table } from './table.tsx'

/** All products of the shop: on a phone as cards. */
export function ProductsScreen() {
  const isRead = loading.value === 'no'
  return (
    <>
      <Filters />
      <LookUp />
      {!isNarrow.value && <SelectionBar />}
      {rows.value.size === 0 && isRead ? <Empty /> : isNarrow.value ? <Cards /> : <Table />}
    </>
  )
}

const Empty = () => (
  <p class="empty">
    There is no product yet. Begin one with “New product”, or <a href="#/files">import a catalogue</a>.
  </p>
)
