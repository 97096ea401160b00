import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { fragmentOf } from '../../rules/view.ts'
import { findFeatures } from '../../state/features.ts'
import { findProduct } from '../../state/reading-shop.ts'
import { loading, madeIds, openSession, query, rowNow } from '../../state/store.ts'
import { baseUrl } from '../../state/surroundings.ts'
import { stopFor } from '../../state/trouble.ts'
import { ProductForm } from './product-form.tsx'

/** Everything of one product. The id of a variant leads to its product. */
export function ProductScreen({ id }: { id: string }) {
  const opened = openSession()
  useEffect(() => void findFeatures(baseUrl()), [opened])
  const at = rowNow(id)
  const row = at?.kind === 'variant' ? rowNow(at.productId) : at
  // While a new product is saved its fields stay the same, with what is typed in them.
  const [first] = [...madeIds.value].find(([, made]) => made === row?.id) ?? []
  return (
    <section class="page product" aria-label="Product">
      {row ? <ProductForm row={row} key={first ?? row.id} /> : <Absent id={id} key={id} />}
    </section>
  )
}

/** A product that is not among the rows: it is read, unless the whole shop is being read. */
function Absent({ id }: { id: string }) {
  const reading = useSignal<'reading' | 'gone' | 'failed'>('reading')
  const { value: state } = reading
  const isRead = loading.value !== 'yes'
  useEffect(() => {
    if (!isRead || state !== 'reading') return
    findProduct(id).then(
      (isThere) => {
        if (!isThere) reading.value = 'gone'
      },
      (error: unknown) => {
        reading.value = 'failed'
        stopFor(error)
      },
    )
  }, [id, isRead, state])
  if (state === 'reading') return <div class="skeleton" aria-busy="true" />
  return (
    <>
      <p>{state === 'gone' ? 'There is no product with this id.' : 'The product could not be read.'}</p>
      <p class="links">
        {state === 'failed' && (
          <button type="button" onClick={() => (reading.value = 'reading')}>
            Try again
          </button>
        )}
        <a href={fragmentOf(query.value)}>All products</a>
      </p>
    </>
  )
}
