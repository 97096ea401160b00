import { batch } from '@preact/signals'
import {
  cancelImport,
  type ImportFault,
  type ImportJob,
  importFaults,
  isRunning,
  POLL_MS,
  readImport,
} from '../../../../typescript/src/imports.ts'
import { unwrap } from '../../../../typescript/src/problem.ts'
import { isOfKey, isRefusal, methodsOf, wordsOf } from '../../api/client.ts'
import { writtenCount } from '../../rules/files/import-words.ts'
import { readShopAgain } from '../reading-again.ts'
import { openSession, type Session, session } from '../store.ts'
import { stopIn } from '../trouble.ts'
import {
  imports,
  isAway,
  isCancelling,
  isTaken,
  job,
  lifeOfFiles,
  refusedRows,
  uploadFault,
} from './files.ts'

/** As many rows as are shown; a file has all of them. */
const MOST_SHOWN = 50
const MOST_LISTED = 5

let following = new AbortController()

/** Shows an import until its end. What was followed before goes on without being looked at. */
export async function follow(first: ImportJob): Promise<void> {
  following.abort()
  following = new AbortController()
  const at = openSession()
  const signal = AbortSignal.any([following.signal, lifeOfFiles()])
  batch(() => {
    if (first.id !== job.value?.id) refusedRows.value = []
    job.value = first
    isAway.value = false
    isCancelling.value = false
  })
  try {
    while (job.value && isRunning(job.value)) {
      await at.wait(POLL_MS, signal)
      await look(at, job.value.id, signal)
    }
    if (!signal.aborted) await end(at, signal)
  } catch (error) {
    if (signal.aborted) return
    if (isRefusal(error) && job.value && isRunning(job.value)) {
      batch(() => {
        job.value = undefined
        uploadFault.value = wordsOf(error)
      })
    } else stopIn(at, error)
  }
}

/** Reads the import once. While the API is away, the import continues, and so does this. */
async function look(at: Session, id: string, signal: AbortSignal): Promise<void> {
  try {
    const now = await readImport(methodsOf(at.api), id, signal)
    if (signal.aborted) return
    batch(() => {
      job.value = now
      isAway.value = false
    })
  } catch (error) {
    signal.throwIfAborted()
    if (isRefusal(error) || isOfKey(error)) throw error
    isAway.value = true
  }
}

async function end(at: Session, signal: AbortSignal): Promise<void> {
  const { value: ended } = job
  if (!ended) return
  batch(() => {
    isCancelling.value = false
    uploadFault.value = ''
  })
  if (!ended.dry_run && writtenCount(ended) > 0) void readShopAgain()
  if (ended.faults_total > 0) {
    const rows = await firstRows(at, ended.id)
    if (signal.aborted) return
    refusedRows.value = rows
  }
  await listImports(at)
}

async function firstRows({ api }: Session, id: string): Promise<ImportFault[]> {
  const rows: ImportFault[] = []
  for await (const fault of importFaults(methodsOf(api), id)) if (rows.push(fault) === MOST_SHOWN) break
  return rows
}

/** Reads which imports there were, and follows the one that is under way. */
export async function lookAround(): Promise<void> {
  const at = session.value
  const life = lifeOfFiles()
  if (!at) return
  try {
    await listImports(at)
  } catch (error) {
    stopIn(at, error)
  }
  if (life.aborted || !session.value) return
  const running = imports.value?.find(isRunning)
  // One that ends here, or is followed already, is in view.
  const isFollowed = isTaken.value || job.value?.id === running?.id
  if (running && !isFollowed) await follow(running)
}

async function listImports({ api }: Session): Promise<void> {
  const life = lifeOfFiles()
  const { data } = await unwrap(api.GET('/admin/imports', { params: { query: { limit: MOST_LISTED } } }))
  if (!life.aborted) imports.value = data
}

/** Requests that the import in view stops. */
export async function cancel(): Promise<void> {
  const { value: running } = job
  if (!running || isCancelling.value) return
  const at = openSession()
  const life = lifeOfFiles()
  isCancelling.value = true
  try {
    await cancelImport(methodsOf(at.api), running.id)
  } catch (error) {
    if (!life.aborted) isCancelling.value = false
    stopIn(at, error)
  }
}
