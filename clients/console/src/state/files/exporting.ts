import { batch, signal } from '@preact/signals'
import { type ImportFault, type ImportJob, importFaults } from '../../../../typescript/src/imports.ts'
import { nextOf } from '../../../../typescript/src/next-of.ts'
import { unwrap } from '../../../../typescript/src/problem.ts'
import { megabytes } from '../../../../typescript/src/sizes.ts'
import { methodsOf } from '../../api/client.ts'
import { fileName } from '../../rules/files/file-name.ts'
import { refusedCsv } from '../../rules/files/refused-csv.ts'
import { openSession, type Session, trouble } from '../store.ts'
import { stopIn } from '../trouble.ts'
import { exported, exportSaid, lifeOfFiles, savingRows } from './files.ts'

type Format = 'csv' | 'jsonl' | 'shopify'

/** A file to save on this device. */
export interface SavedFile {
  name: string
  content: Blob
}

export const exportFormat = signal<Format>('csv')

let exporting = new AbortController()

/** Reads all products as a file. Undefined if that was stopped, or did not come to its end. */
export async function exportProducts(): Promise<SavedFile | undefined> {
  if (exported.value !== undefined) return undefined
  const at = openSession()
  exporting = new AbortController()
  // Stopped, another one can have begun by the end of this one.
  const signal = AbortSignal.any([exporting.signal, lifeOfFiles()])
  const ending = exportFormat.value === 'jsonl' ? 'jsonl' : 'csv'
  const name = fileName(at.business.slug, 'products', ending, new Date())
  batch(() => {
    exported.value = 0
    exportSaid.value = ''
    trouble.value = ''
  })
  try {
    const pages: Blob[] = []
    for await (const page of exportPages(at, signal)) {
      pages.push(page)
      exported.value = (exported.value ?? 0) + page.size
    }
    const content = new Blob(pages, { type: 'application/octet-stream' })
    exportSaid.value = `${name}: ${megabytes(content.size)}`
    return { name, content }
  } catch (error) {
    if (!signal.aborted) {
      exportSaid.value = 'Nothing was saved. Export again.'
      stopIn(at, error)
    }
    return undefined
  } finally {
    if (!signal.aborted) exported.value = undefined
  }
}

/** The pages of the file, which joined are the file, byte for byte. */
async function* exportPages({ api }: Session, signal: AbortSignal): AsyncGenerator<Blob> {
  const { value: format } = exportFormat
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { format, ...(cursor && { cursor }) }
    const call = api.GET('/admin/export', { params: { query }, parseAs: 'blob', signal })
    yield await unwrap<Blob>(call)
    signal.throwIfAborted()
    cursor = new URLSearchParams(nextOf((await call).response.headers.get('link'))).get('cursor')
  }
}

/** Ends the export; nothing is saved. */
export function stopExport(): void {
  exporting.abort()
  batch(() => {
    exported.value = undefined
    exportSaid.value = 'Nothing was saved.'
  })
}

/** All rows that an import refused or left out, as a CSV file. Undefined if they cannot be read. */
export async function refusedFile({ id }: ImportJob): Promise<SavedFile | undefined> {
  if (savingRows.value) return undefined
  const at = openSession()
  const life = lifeOfFiles()
  savingRows.value = true
  try {
    const faults: ImportFault[] = []
    for await (const fault of importFaults(methodsOf(at.api), id)) faults.push(fault)
    if (life.aborted) return undefined
    const content = new Blob([refusedCsv(faults)], { type: 'text/csv' })
    return { name: fileName(at.business.slug, 'refused', 'csv', new Date()), content }
  } catch (error) {
    stopIn(at, error)
    return undefined
  } finally {
    if (!life.aborted) savingRows.value = false
  }
}
