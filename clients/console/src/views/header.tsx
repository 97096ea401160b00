import { hasScope } from '../rules/columns.ts'
import { counted } from '../rules/counted.ts'
import type { ScreenName } from '../rules/screens.ts'
import { fragmentOf } from '../rules/view.ts'
import { addProduct, lastSaved, undo, undoSave } from '../state/editing.ts'
import { lookAtNextRefused } from '../state/refused.ts'
import {
  edits,
  isPartial,
  isSaving,
  loading,
  openSession,
  order,
  query,
  refusedCount,
  said,
  screen,
  waiting,
} from '../state/store.ts'
import { askOrSave } from './bars.tsx'

export const Header = ({ name }: { name: string }) => (
  <header>
    <h1>
      <bdi>{name}</bdi>
    </h1>
    <Screens />
    <Buttons />
    <p role="status" class="status">
      {waiting.value || said.value}
      {screen.value.name === 'products' && ` · ${order.value.length} in view`}
      {loading.value === 'yes' && ' · reading the shop …'}
      {isPartial.value && ' · only the newest 5,000 products are here'}
    </p>
  </header>
)

const Screens = () => (
  <nav aria-label="Screens">
    <Way to={fragmentOf(query.value)} of={['products', 'product', 'prices']} title="Products" />
    {hasScope(openSession().scopes, 'inventory:read') && <Way to="#/held" of={['held']} title="Held" />}
    <Way to="#/scheduled" of={['scheduled']} title="Scheduled" />
    <Way to="#/files" of={['files']} title="Import and export" />
  </nav>
)

/** A link to a screen, marked while one of these is open. */
const Way = ({ to, of, title }: { to: string; of: readonly ScreenName[]; title: string }) => (
  <a href={to} aria-current={of.includes(screen.value.name) ? 'page' : undefined}>
    {title}
  </a>
)

function Buttons() {
  const [count, refused] = [edits.value.size, refusedCount.value]
  const canWrite = hasScope(openSession().scopes, 'products:write')
  return (
    <div class="buttons">
      {canWrite && screen.value.name === 'products' && (
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
        <button type="button" class="refused" onClick={lookAtNextRefused}>
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
  return `Save ${counted(count, 'change')}${refused > 0 ? ` (${refused} refused)` : ''}`
}
