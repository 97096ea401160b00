import { useSignal } from '@preact/signals'
import { textOfValue } from '../../rules/cell-text.ts'
import { columnOf } from '../../rules/columns.ts'
import type { PriceLine } from '../../rules/prices/price-lines.ts'
import { lines } from '../../state/prices/prices.ts'
import { openSession } from '../../state/store.ts'

/** As many products as are drawn at once. */
const DRAWN = 100

/** The products of a change: first those that need somebody, then every price before and after. */
export function PriceLines() {
  const having = (...states: PriceLine['state'][]) =>
    lines.value.filter(({ state }) => states.includes(state))
  return (
    <>
      <Lines title="Look at these" of={having('refused', 'again', 'unknown')} />
      <Lines title="Prices" of={having('shown', 'changed')} />
    </>
  )
}

function Lines({ title, of }: { title: string; of: readonly PriceLine[] }) {
  const drawn = useSignal(DRAWN)
  if (of.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul class="listing">
        {of.slice(0, drawn.value).map((line) => (
          <Line line={line} key={line.product} />
        ))}
      </ul>
      {of.length > drawn.value && (
        <button
          type="button"
          onClick={() => {
            drawn.value += DRAWN
          }}
        >
          Show more ({of.length - drawn.value})
        </button>
      )}
    </>
  )
}

const Line = ({ line: { product, name, changes, words, state } }: { line: PriceLine }) => (
  <li>
    <b>
      <a href={`#/products/${product}`}>
        <bdi>{name}</bdi>
      </a>
    </b>
    <ul>
      {words && <li class="fault">{words}</li>}
      {changes.map(({ id, name: variant, from, to }) => (
        <li key={id}>
          {variant && <bdi>{variant}: </bdi>}
          {amountText(from)} → {amountText(to)}
        </li>
      ))}
    </ul>
    <span class="note">{state === 'changed' && 'Changed'}</span>
  </li>
)

const amountText = (amount: number): string => textOfValue(amount, columnOf('price'), openSession().shop)
