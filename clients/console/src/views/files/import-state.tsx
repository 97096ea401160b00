import { type ImportJob, isRunning } from '../../../../typescript/src/imports.ts'
import {
  countsLine,
  isThrough,
  priceReadings,
  progressWords,
  statusWords,
  toDo,
} from '../../rules/files/import-words.ts'
import { choice, isAway, isCancelling, isOwn, isSending, job } from '../../state/files/files.ts'
import { cancel } from '../../state/files/following.ts'
import { check } from '../../state/files/uploading.ts'
import { openSession } from '../../state/store.ts'
import { Beginning } from './past-imports.tsx'
import { RefusedRows } from './refused-rows.tsx'

/** What happens with the file, or has happened. Its place is there from the beginning, so that nothing below it moves. */
export const ImportState = () => (
  <div class="state">
    <b role="status">{headline()}</b>
    {!isOwn.value && job.value && <Beginning of={job.value} />}
    {isSending.value || (job.value && isRunning(job.value)) ? <Running of={job.value} /> : <Ended />}
  </div>
)

function headline(): string {
  if (isSending.value) return 'Sending the file'
  if (!job.value) return ''
  const isChecked = job.value.dry_run && isThrough(job.value)
  return `${statusWords(job.value)}${isChecked ? ': nothing is written yet' : ''}`
}

const Running = ({ of }: { of: ImportJob | undefined }) => (
  <>
    <progress
      aria-label="Progress"
      value={of?.progress.products_total ? of.progress.products : undefined}
      max={of?.progress.products_total ?? undefined}
    />
    {of && (
      <>
        <p>{progressWords(of)}</p>
        <button type="button" disabled={isCancelling.value} onClick={() => void cancel()}>
          Cancel the import
        </button>
        <p class="note">
          {isAway.value && 'The API does not respond. '}
          The import goes on without this tab.
        </p>
      </>
    )}
  </>
)

function Ended() {
  const { value: ended } = job
  if (!ended) return null
  return (
    <>
      <p class="fault">
        <bdi>{ended.detail}</bdi>
      </p>
      <p>{toDo(ended)}</p>
      {ended.reason === 'prices_unclear' && isOwn.value && <PriceQuestion />}
      {isThrough(ended) ? <p>{countsLine(ended)}</p> : <p class="note">Import {ended.id}</p>}
      {ended.dry_run && !isOwn.value && <p>Choose its file to import it.</p>}
      <ul>
        {ended.notices.map(({ detail }) => (
          <li key={detail}>
            <bdi>{detail}</bdi>
          </li>
        ))}
      </ul>
      {ended.faults_total > 0 && <RefusedRows of={ended} />}
    </>
  )
}

const PriceQuestion = () => (
  <div class="buttons">
    {priceReadings(openSession().shop).map(([prices, words]) => (
      <button
        type="button"
        key={prices}
        onClick={() => {
          choice.value = { ...choice.value, prices }
          void check()
        }}
      >
        {words}
      </button>
    ))}
  </div>
)
