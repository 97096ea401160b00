import type { SavedFile } from '../../state/files/exporting.ts'

/** A browser may read a file for a while after the click. */
const READ_MS = 60_000

/** Saves a file on this device, as a link with `download` does. */
export function saveFile(file: SavedFile | undefined): void {
  if (!file) return
  const href = URL.createObjectURL(file.content)
  const link = document.createElement('a')
  link.href = href
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(href), READ_MS)
}
