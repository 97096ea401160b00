import { useEffect, useRef } from 'preact/hooks'
import { changedWords, changeWords, triedWords } from '../../rules/prices/price-words.ts'
import { fragmentOf } from '../../rules/view.ts'
import { changePrices } from '../../state/prices/changing.ts'
import {
  activity,
  isStopping,
  lines,
  type PriceRun,
  priceRun,
  pricesFault,
  stop,
  takeAgain,
  takeBack,
  takeWanted,
} from '../../state/prices/prices.ts'
import { tryRest } from '../../state/prices/trying.ts'
import { isSaving, openSession, query } from '../../state/store.ts'
import { wantedPrices } from '../../state/wanted-prices.ts'
import { PriceLines } from './price-lines.tsx'

// Loaded later: see `later`.
export { App } from '../app.tsx'

/** A change of many prices: shown as the API would make it, and made when somebody has seen that. */
export function PricesScreen() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that led here, or to the next step, is gone.
    if (document.activeElement === document.body) title.current?.focus()
  }, [activity.value])
  useEffect(() => {
    if (takeWanted()) void tryRest()
  }, [wantedPrices.value])
  const { value: now } = priceRun
  return (
    <section class="page listed" aria-labelledby="prices">
      <nav class="links" aria-label="Prices">
        <a href={fragmentOf(query.value)}>All products</a>
      </nav>
      <h2 id="prices" ref={title} tabIndex={-1}>
        {now?.title ?? 'Change prices'}
      </h2>
      <p class="fault" role="alert">
        {pricesFault.value}
      </p>
      {now ? <Run of={now} /> : <p>Select products in the table, and choose “Change prices”.</p>}
    </section>
  )
}

function Run({ of }: { of: PriceRun }) {
  const { waiting, parts } = of
  const isOpen = waiting.length > 0 || parts.length > 0
  const isWritten = lines.value.some(({ state }) => state === 'changed')
  return (
    <>
      <p>
        <b role="status">{isWritten ? changedWords(lines.value) : triedWords(lines.value, waiting.length)}</b>
      </p>
      <p class="note">
        {isWritten ? '' : 'Nothing is written yet. '}
        Amounts are in {openSession().shop.currency}. Compare-at prices stay as they are.
      </p>
      {activity.value && <Progress of={of} />}
      {parts.some(({ isLost }) => isLost) && (
        <p>No response came to the last request. Sent again, it still has its effect once.</p>
      )}
      <div class="buttons">
        {(isOpen || activity.value) && <NextStep of={of} />}
        {!activity.value && !isOpen && <Others />}
      </div>
      <PriceLines />
    </>
  )
}

function Progress({ of: { waiting, parts } }: { of: PriceRun }) {
  const left = activity.value?.is === 'trying' ? waiting : parts.flatMap((part) => part.lines)
  const all = waiting.length + lines.value.length
  return <progress aria-label="Progress" value={all - left.length} max={all} />
}

/** One button in one place, so that it keeps the focus: it stops what goes on, or goes on. */
function NextStep({ of: { waiting } }: { of: PriceRun }) {
  if (activity.value)
    return (
      <button type="button" disabled={isStopping.value} onClick={stop}>
        {isStopping.value ? 'Stopping …' : 'Stop'}
      </button>
    )
  return (
    <button
      type="button"
      class={waiting.length > 0 ? '' : 'main'}
      disabled={isSaving.value}
      onClick={() => void (waiting.length > 0 ? tryRest() : changePrices())}
    >
      {waiting.length > 0 ? 'Go on with the dry run' : changeWords(lines.value)}
    </button>
  )
}

/** What can be done after a change. */
function Others() {
  const has = (state: string) => lines.value.some((line) => line.state === state)
  return (
    <>
      {has('again') && (
        <button type="button" onClick={() => takeAgain() && void tryRest()}>
          Try again what was left
        </button>
      )}
      {has('changed') && (
        <button type="button" onClick={() => takeBack() && void tryRest()}>
          Put the earlier prices back
        </button>
      )}
    </>
  )
}
