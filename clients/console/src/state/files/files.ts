import { batch, computed, type Signal, signal } from '@preact/signals'
import { type ImportFault, type ImportJob, isRunning } from '../../../../typescript/src/imports.ts'
import { type ImportChoice, importQuery, USUAL } from '../../rules/files/import-choice.ts'
import { isThrough } from '../../rules/files/import-words.ts'

/** A file as it is sent, for the check and for the import alike. */
export interface Upload {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

const resets: (() => void)[] = []

/** A signal that has this value again when another business is opened. */
function ofBusiness<Value>(start: Value): Signal<Value> {
  const one = signal(start)
  resets.push(() => {
    one.value = start
  })
  return one
}

export const upload = ofBusiness<Upload | undefined>(undefined)
export const choice = ofBusiness<ImportChoice>(USUAL)
/** True while the file is compressed and sent. */
export const isSending = ofBusiness(false)
/** Why the file cannot be imported, or what the API says of the request. */
export const uploadFault = ofBusiness('')

/** The import in view: the one that was begun here, or another one that is under way. */
export const job = ofBusiness<ImportJob | undefined>(undefined)
/** The first rows that it refused or left out. */
export const refusedRows = ofBusiness<readonly ImportFault[]>([])
/** The import that was begun here last, with its parameters as a text. */
export const begun = ofBusiness<{ id: string; query: string } | undefined>(undefined)
/** True while the API does not respond, and the import goes on. */
export const isAway = ofBusiness(false)
export const isCancelling = ofBusiness(false)

/** The last imports of the business; undefined until they are read. */
export const imports = ofBusiness<readonly ImportJob[] | undefined>(undefined)
/** True while refused rows are read for a file. */
export const savingRows = ofBusiness(false)
/** How many bytes of an export have arrived. */
export const exported = ofBusiness<number | undefined>(undefined)
/** What became of the last export. */
export const exportSaid = ofBusiness('')

/** True while no other import can begin here. */
export const isTaken = computed(() => isSending.value || (job.value !== undefined && isRunning(job.value)))

/** True if the import in view was begun here, with the file that is still chosen. */
export const isOwn = computed(
  () => upload.value !== undefined && job.value !== undefined && job.value.id === begun.value?.id,
)

/** True if the file was checked as it would be imported now. */
export const isChecked = computed(
  () =>
    isOwn.value &&
    job.value?.dry_run === true &&
    isThrough(job.value) &&
    begun.value?.query === JSON.stringify(importQuery(choice.value, true)),
)

let life = new AbortController()

/** Ends when another business is opened: nothing of what began before may be shown then. */
export const lifeOfFiles = (): AbortSignal => life.signal

/** Forgets files and imports: another business is opened. */
export function forgetFiles(): void {
  life.abort()
  life = new AbortController()
  batch(() => {
    for (const reset of resets) reset()
  })
}
