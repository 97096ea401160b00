import { useEffect } from 'preact/hooks'
import { lackedForExport, lackedForImport } from '../../rules/files/import-choice.ts'
import { lookAround } from '../../state/files/following.ts'
import { chooseFile } from '../../state/files/uploading.ts'
import { openSession } from '../../state/store.ts'
import { ExportForm } from './export-form.tsx'
import { ImportForm } from './import-form.tsx'
import { PastImports } from './past-imports.tsx'

// Loaded later: see `later`.
export { App } from '../app.tsx'

/** A catalogue from a file, and into one. */
export function FilesScreen() {
  const { scopes } = openSession()
  const lacked = { import: lackedForImport(scopes), export: lackedForExport(scopes) }
  const canImport = lacked.import.length === 0
  useEffect(() => {
    void lookAround()
  }, [])
  useEffect(() => takeDrops(canImport), [canImport])
  return (
    <section class="page files">
      <section>
        <h2>Import</h2>
        {canImport ? <ImportForm /> : <Lacks what="import" scopes={lacked.import} />}
      </section>
      <div>
        <section>
          <h2>Export</h2>
          {lacked.export.length === 0 ? <ExportForm /> : <Lacks what="export" scopes={lacked.export} />}
        </section>
        <PastImports />
      </div>
    </section>
  )
}

const Lacks = ({ what, scopes }: { what: string; scopes: readonly string[] }) => (
  <p class="note">
    This key cannot {what}: it needs {scopes.join(' and ')}.
  </p>
)

/** Takes a file that is dropped anywhere: beside a field, the browser would leave the console and open it. */
function takeDrops(canImport: boolean): () => void {
  const left = new AbortController()
  for (const name of ['dragover', 'drop'] as const)
    addEventListener(
      name,
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        if (canImport && name === 'drop') void chooseFile([...event.dataTransfer.files])
      },
      left,
    )
  return () => left.abort()
}
