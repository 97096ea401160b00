import { useEffect, useRef } from 'preact/hooks'
import { hasScope } from '../../rules/columns.ts'
import { type Hold, questionWords, totalWords } from '../../rules/held/held-words.ts'
import { holds, release } from '../../state/held/held.ts'
import { findNames } from '../../state/held/names.ts'
import { loading, openSession, rowNow } from '../../state/store.ts'
import { Question } from '../question.tsx'
import { HeldList } from './held-list.tsx'

// Loaded later: see `later`.
export { App } from '../app.tsx'

/** Pieces that buyers have in a checkout elsewhere: of one product, or of all. */
export function HeldScreen({ product }: { product: string | undefined }) {
  const opened = openSession()
  const canRead = hasScope(opened.scopes, 'inventory:read')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (canRead) void holds.read(product)
    return () => {
      holds.asked.value = undefined
    }
  }, [product, opened])
  const { value: list } = holds.now
  const items = list?.product === product ? list?.items : undefined
  const isShopRead = loading.value !== 'yes'
  useEffect(() => {
    if (items && isShopRead) void findNames(items)
  }, [items, isShopRead])
  const { value: asked } = holds.asked
  return (
    <>
      {asked && (
        <Question
          key={asked.reference}
          words={questionWords(asked)}
          yes="Release it"
          onYes={() => void release(asked)}
          leave={() => {
            holds.asked.value = undefined
            title.current?.focus()
          }}
        />
      )}
      <section class="page listed" aria-labelledby="held">
        <div class="buttons">
          <h2 id="held" ref={title} tabIndex={-1}>
            Held stock
          </h2>
          {canRead && (
            <button type="button" disabled={holds.isReading.value} onClick={() => void holds.read(product)}>
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
              {holds.fault.value}
            </p>
            {items ? <Holds items={items} /> : <p class="note">{holds.isReading.value && 'Reading …'}</p>}
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

function Holds({ items }: { items: readonly Hold[] }) {
  const isMore = holds.now.value?.next != null
  return (
    <>
      <p>{items.length > 0 ? totalWords(items, isMore) : 'Nothing is held.'}</p>
      <HeldList items={items} />
      {isMore && (
        <button type="button" disabled={holds.isReading.value} onClick={() => void holds.readMore()}>
          More holds
        </button>
      )}
    </>
  )
}
