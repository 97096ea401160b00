import { signal } from '@preact/signals'
import { isOfKey, wordsOf } from '../api/client.ts'
import { Unfit, uploadPicture } from '../api/pictures.ts'
import { columnOf } from '../rules/columns.ts'
import { shownText } from '../rules/edits.ts'
import { type Image, imagesIn, listText } from '../rules/lists.ts'
import { change } from './editing.ts'
import { edits, isLeft, openSession, rowNow, type Session, said } from './store.ts'
import { stopFor } from './trouble.ts'

/** The files of one product: how many are through, of how many, and those that failed. */
export interface Progress {
  done: number
  of: number
  failed: readonly { name: string; why: string }[]
}

const NOTHING: Progress = { done: 0, of: 0, failed: [] }

/** By the id that the row of the product had when its files were chosen. */
export const uploads = signal<ReadonlyMap<string, Progress>>(new Map())

/** One file after the other, of all products. */
let queue: Promise<void> = Promise.resolve()

/** Makes a file one that the API takes. Throws `Unfit` if that cannot be. */
export type Fitting = (file: Blob) => Promise<Blob>

/** Uploads files, each of which becomes a picture of this product, wherever the person is by then. */
export function upload(rowId: string, files: readonly File[], fitting: Fitting): Promise<void> {
  const opened = openSession()
  const before = uploads.value.get(rowId) ?? NOTHING
  const isOver = before.done === before.of
  note(rowId, isOver ? { ...NOTHING, of: files.length } : { ...before, of: before.of + files.length })
  queue = queue.then(async () => {
    for (const file of files) await uploadOne({ opened, rowId, fitting }, file)
  })
  return queue
}

/** True while files are on their way. */
export const isUploading = (): boolean => [...uploads.value.values()].some(({ done, of }) => done < of)

/** Forgets the files of a business that is left. */
export function forgetUploads(): void {
  uploads.value = new Map()
}

/** Adds a picture at the end of a product, as an edit. */
export function addImage(rowId: string, image: Image): void {
  const row = rowNow(rowId)
  if (!row) return
  const column = columnOf('images')
  const images = imagesIn(shownText(edits.value, row, column, openSession().shop))
  change([{ row, column, text: listText([...images, image]) }])
  said.value = `Picture ${images.length + 1} added.`
}

interface Chosen {
  opened: Session
  rowId: string
  fitting: Fitting
}

async function uploadOne({ opened, rowId, fitting }: Chosen, file: File): Promise<void> {
  try {
    const fit = await fitting(file)
    const image = isLeft(opened) ? undefined : await uploadPicture(opened.api, fit)
    if (!image || isLeft(opened)) return end(rowId, file, 'The key has changed.')
    addImage(rowId, image)
    end(rowId, file)
  } catch (error) {
    if (isOfKey(error) && !isLeft(opened)) stopFor(error)
    end(rowId, file, error instanceof Unfit ? error.message : wordsOf(error))
  }
}

/** Notes that a file is through, or why it failed; nothing of a business that was left. */
function end(rowId: string, { name }: File, why?: string): void {
  const before = uploads.value.get(rowId)
  if (!before) return
  const failed = why === undefined ? before.failed : [...before.failed, { name, why }]
  note(rowId, { ...before, done: before.done + 1, failed })
}

function note(rowId: string, progress: Progress): void {
  uploads.value = new Map(uploads.value).set(rowId, progress)
}
