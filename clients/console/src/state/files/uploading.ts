import { batch } from '@preact/signals'
import { isGzip, isRunning } from '../../../../typescript/src/imports.ts'
import { unwrap } from '../../../../typescript/src/problem.ts'
import { isRefusal, wordsOf } from '../../api/client.ts'
import { type ImportQuery, importQuery } from '../../rules/files/import-choice.ts'
import { faultOfSize } from '../../rules/files/upload.ts'
import { laterWork } from '../later-work.ts'
import { session, trouble } from '../store.ts'
import { stopIn } from '../trouble.ts'
import {
  begun,
  choice,
  forgetFiles,
  isChecked,
  isSending,
  isTaken,
  job,
  lifeOfFiles,
  refusedRows,
  type Upload,
  upload,
  uploadFault,
} from './files.ts'
import { follow, lookAround } from './following.ts'

/** A request whose response did not come: sent again with its key, it begins one import. */
interface Attempt {
  key: string
  /** The id of the API key, under which alone the request is known. */
  keyId: string
  /** Its parameters as a text. */
  query: string
}

let attempt: Attempt | undefined

laterWork.add({ forget: forgetFiles, resume: resumeFiles })

/** Takes a file, and checks it. One at a time: another one has to wait. */
export async function chooseFile(files: readonly File[]): Promise<void> {
  const [file] = files
  if (!file) return
  if (isTaken.value || files.length > 1) {
    uploadFault.value = isTaken.value ? `Choose “${file.name}” again after the import.` : 'Choose one file.'
    return
  }
  const life = lifeOfFiles()
  attempt = undefined
  batch(() => {
    isSending.value = true
    uploadFault.value = ''
    upload.value = undefined
    job.value = undefined
    begun.value = undefined
    refusedRows.value = []
  })
  const packed = await pack(file)
  if (life.aborted) return
  batch(() => {
    isSending.value = false
    if (typeof packed === 'string') uploadFault.value = packed
    else upload.value = packed
  })
  if (typeof packed !== 'string') await check()
}

/** The file as it is sent; a sentence if it cannot be. */
async function pack(file: File): Promise<Upload | string> {
  const { name, size } = file
  try {
    const isCompressed = isGzip(new Uint8Array(await file.slice(0, 2).arrayBuffer()))
    const tooLarge = faultOfSize(name, size, isCompressed)
    if (tooLarge !== undefined) return tooLarge
    const stream = isCompressed ? file.stream() : file.stream().pipeThrough(new CompressionStream('gzip'))
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    return faultOfSize(name, bytes.length, true) ?? { name, bytes }
  } catch {
    return `“${name}” cannot be read.`
  }
}

/** Sends the file for a dry run, which writes nothing. */
export const check = (): Promise<void> => send(importQuery(choice.value, true))

/** Imports the file as it was checked. */
export async function importChecked(): Promise<void> {
  if (isChecked.value) await send(importQuery(choice.value, false))
}

async function send(query: ImportQuery): Promise<void> {
  const { value: file } = upload
  // Where a key is asked for, the file waits for it.
  const at = session.value
  if (!file || isTaken.value || !at) return
  const life = lifeOfFiles()
  const own = attemptOf(query, at.keyId)
  attempt = own
  batch(() => {
    isSending.value = true
    uploadFault.value = ''
    trouble.value = ''
  })
  try {
    const first = await unwrap(
      at.api.POST('/admin/imports', {
        params: { query, header: { 'Idempotency-Key': own.key } },
        headers: { 'content-type': 'application/gzip' },
        body: '',
        bodySerializer: () => file.bytes,
      }),
    )
    if (life.aborted) return
    attempt = undefined
    batch(() => {
      isSending.value = false
      begun.value = { id: first.id, query: own.query }
      job.value = first
      refusedRows.value = []
    })
  } catch (error) {
    if (life.aborted) return
    isSending.value = false
    if (!isRefusal(error)) return stopIn(at, error)
    attempt = undefined
    uploadFault.value = wordsOf(error)
    // Another import is under way: it is shown.
    if (error.problem?.import_id) await lookAround()
  }
  await resumeFiles()
}

/** Goes on with the import in view, under the key that is open now. */
async function resumeFiles(): Promise<void> {
  if (!session.value) return
  // Under another key nobody knows whether it was begun: a new check says what is left to import.
  if (attempt && attempt.keyId !== session.value.keyId) {
    attempt = undefined
    begun.value = undefined
  }
  if (job.value && isRunning(job.value)) await follow(job.value)
}

function attemptOf(parameters: ImportQuery, keyId: string): Attempt {
  const query = JSON.stringify(parameters)
  return attempt?.keyId === keyId && attempt.query === query
    ? attempt
    : { key: crypto.randomUUID(), keyId, query }
}
