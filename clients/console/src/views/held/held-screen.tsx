import { useEffect, useRef } from 'preact/hooks'
import { hasScope } from '../../rules/columns.ts'
import { type Hold, questionWords, totalWords } from '../../rules/held/held-words.ts'
import { asked, held, heldFault, isReading, readHeld, readMore, release } from '../../state/held/held.ts'
import { findNames } from '../../state/held/names.ts'
import { loading, openSession, rowNow } from '../../state/store.ts'
import { HeldList } from './held-list.tsx'

// Loaded later: see `later`.
export { App } from '../app.tsx'

/** Pieces that buyers have in a checkout elsewhere: of one product, or of all. */
export function HeldScreen({ product }: { product: string | undefined }) {
  const opened = openSession()
  const canRead = hasScope(opened.scopes, 'inventory:read')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (canRead) void readHeld(product)
    return () => {
      asked.value = undefined
    }
  }, [product, opened])
  const { value: list } = held
  const holds = list?.product === product ? list?.holds : undefined
  const isShopRead = loading.value !== 'yes'
  useEffect(() => {
    if (holds && isShopRead) void findNames(holds)
  }, [holds, isShopRead])
  return (
    <>
      {asked.value && <Question hold={asked.value} after={() => title.current?.focus()} />}
      <section class="page listed" aria-labelledby="held">
        <div class="buttons">
          <h2 id="held" ref={title} tabIndex={-1}>
            Held stock
          </h2>
          {canRead && (
            <button type="button" disabled={isReading.value} onClick={() => void readHeld(product)}>
              Read again
            </button>
          )}
        </div>
        {canRead ? (
          <>
            <p class="note">
              Pieces in checkouts that are not paid yet. They are not in the stock, and come back
              automatically if there is no payment.
            </p>
            {product !== undefined && <OnlyOf product={product} />}
            <p class="fault" role="alert">
              {heldFault.value}
            </p>
            {holds ? <Holds holds={holds} /> : <p class="note">{isReading.value && 'Reading …'}</p>}
          </>
        ) : (
          <p class="note">This key cannot show held stock: it needs inventory:read.</p>
        )}
      </section>
    </>
  )
}

const OnlyOf = ({ product }: { product: string }) => (
  <p class="links">
    <span>
      Only holds with <bdi>{rowNow(product)?.values.name ?? 'one product'}</bdi>
    </span>
    <a href="#/held">All holds</a>
  </p>
)

function Holds({ holds }: { holds: readonly Hold[] }) {
  const isMore = held.value?.next != null
  return (
    <>
      <p>{holds.length > 0 ? totalWords(holds, isMore) : 'Nothing is held.'}</p>
      <HeldList holds={holds} />
      {isMore && (
        <button type="button" disabled={isReading.value} onClick={() => void readMore()}>
          More holds
        </button>
      )}
    </>
  )
}

/** Asks before a hold is released. */
function Question({ hold, after }: { hold: Hold; after: () => void }) {
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => yes.current?.focus(), [hold])
  const leave = () => {
    asked.value = undefined
    after()
  }
  return (
    <div class="bar" role="alert">
      <p>{questionWords(hold)}</p>
      <button
        type="button"
        ref={yes}
        onClick={() => {
          leave()
          void release(hold)
        }}
      >
        Release it
      </button>
      <button type="button" onClick={leave}>
        Not now
      </button>
    </div>
  )
}
