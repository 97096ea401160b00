import { loading, rows, session } from '../state/store.ts'
import { isNarrow } from '../state/surroundings.ts'
import { Bars } from './bars.tsx'
import { Cards } from './products/cards.tsx'
import { Header } from './header.tsx'
import { KeyField } from './key-field.tsx'
import { SelectionBar } from './products/selection-bar.tsx'
import { Table } from './products/table.tsx'

/** The console: a business, or the field for its key. */
export const App = () => (session.value ? <Workspace name={session.value.business.name} /> : <KeyField />)

function Workspace({ name }: { name: string }) {
  const isEmpty = rows.value.size === 0 && loading.value === 'no'
  return (
    <main>
      <Header name={name} />
      <Bars />
      {!isNarrow.value && <SelectionBar />}
      {isEmpty ? <Empty /> : isNarrow.value ? <Cards /> : <Table />}
    </main>
  )
}

const Empty = () => (
  <p class="empty">
    There is no product yet. Begin one with “New product”, or import a catalogue with the command{' '}
    <code>storehatch import</code>.
  </p>
)
