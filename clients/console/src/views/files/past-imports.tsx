import type { ImportJob } from '../../../../typescript/src/imports.ts'
import { countsLine, statusWords } from '../../rules/files/import-words.ts'
import { imports } from '../../state/files/files.ts'
import { trouble } from '../../state/store.ts'
import { SaveRows } from './refused-rows.tsx'

/** The last imports of the business, also those of others. */
export const PastImports = () => (
  <section>
    <h2>Last imports</h2>
    {imports.value ? <List of={imports.value} /> : <p class="note">{!trouble.value && 'Reading …'}</p>}
  </section>
)

const List = ({ of }: { of: readonly ImportJob[] }) =>
  of.length === 0 ? (
    <p class="note">No imports in the last 30 days.</p>
  ) : (
    <ul class="past">
      {of.map((one) => (
        <li key={one.id}>
          <b>{statusWords(one)}</b> {countsLine(one)}
          <Beginning of={one} />
          <SaveRows of={one} />
        </li>
      ))}
    </ul>
  )

/** When an import was begun, and with which key. */
export const Beginning = ({ of: { started_by, created_at } }: { of: ImportJob }) => (
  <p class="note">
    <time dateTime={created_at}>{new Date(created_at).toLocaleString()}</time>,{' '}
    <bdi>{started_by.key_name}</bdi>
  </p>
)
