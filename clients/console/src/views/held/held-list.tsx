import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { hasScope } from '../../rules/columns.ts'
import { endWords, type Hold } from '../../rules/held/held-words.ts'
import { holds } from '../../state/held/held.ts'
import { names } from '../../state/held/names.ts'
import { openSession, rowNow } from '../../state/store.ts'

const TICK_MS = 10_000

/** Holds with what they hold, and until when. */
export function HeldList({ items }: { items: readonly Hold[] }) {
  const now = useSignal(Date.now())
  useEffect(() => {
    const ticking = setInterval(() => {
      now.value = Date.now()
    }, TICK_MS)
    return () => clearInterval(ticking)
  }, [])
  const canRelease = hasScope(openSession().scopes, 'inventory:write')
  return (
    <ul class="listing">
      {items.map((hold) => (
        <li key={hold.reference}>
          <div>
            <b>
              <bdi>{hold.reference}</bdi>
            </b>
            <p class="note">
              <time dateTime={hold.expires_at}>{endWords(Date.parse(hold.expires_at), now.value)}</time>
            </p>
          </div>
          <ul>
            {hold.items.map((item) => (
              <Item item={item} key={item.variant_id} />
            ))}
          </ul>
          {canRelease && <Release hold={hold} />}
        </li>
      ))}
    </ul>
  )
}

/** Pieces of one variant. */
function Item({ item: { product_id, variant_id, sku, quantity, is_held } }: { item: Hold['items'][number] }) {
  const row = rowNow(product_id)
  const product = row?.values.name ?? names.value.get(product_id) ?? '…'
  const variant = names.value.get(variant_id)
  const name = <bdi>{variant && variant_id !== product_id ? `${product}, ${variant}` : product}</bdi>
  return (
    <li>
      {quantity} × {row ? <a href={`#/products/${product_id}`}>{name}</a> : name}{' '}
      {sku !== null && (
        <span class="note">
          <bdi>{sku}</bdi>
        </span>
      )}
      {!is_held && <span class="note"> (not tracked)</span>}
    </li>
  )
}

function Release({ hold }: { hold: Hold }) {
  const isReleasing = holds.ending.value === hold.reference
  return (
    <button
      type="button"
      aria-label={`Release ${hold.reference}`}
      disabled={holds.ending.value !== undefined}
      onClick={() => {
        holds.asked.value = hold
      }}
    >
      {isReleasing ? 'Releasing …' : 'Release'}
    </button>
  )
}
