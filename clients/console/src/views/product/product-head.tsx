import { useEffect, useRef } from 'preact/hooks'
import { columnOf } from '../../rules/columns.ts'
import { shownText } from '../../rules/edits.ts'
import type { Row } from '../../rules/rows.ts'
import { fragmentOf } from '../../rules/view.ts'
import { dropNew } from '../../state/editing.ts'
import { hasShopPage } from '../../state/features.ts'
import { edits, openSession, order, query } from '../../state/store.ts'
import { baseUrl } from '../../state/surroundings.ts'

/** The name of a product, with the ways to others and into the shop. */
export function ProductHead({ row }: { row: Row }) {
  const { shop } = openSession()
  const name = shownText(edits.value, row, columnOf('name'), shop)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The link that led here is gone.
    if (document.activeElement === document.body) title.current?.focus()
  }, [])
  return (
    <>
      <nav class="links" aria-label="Product">
        <a href={fragmentOf(query.value)}>All products</a>
        <Neighbour of={row} by={-1} />
        <Neighbour of={row} by={1} />
        {hasShopPage.value && row.values.status === 'active' && <ShopLink slug={row.slug} />}
        {row.kind === 'new' && (
          <a href={fragmentOf(query.value)} onClick={() => dropNew(row)}>
            Drop the new product
          </a>
        )}
      </nav>
      <h2 ref={title} tabIndex={-1}>
        <bdi>{name || 'New product'}</bdi>
      </h2>
    </>
  )
}

/** The product before or after this one in the table. */
function Neighbour({ of: { id }, by }: { of: Row; by: -1 | 1 }) {
  const at = order.value.indexOf(id)
  const other = at < 0 ? undefined : order.value[at + by]
  const words = by < 0 ? 'Previous' : 'Next'
  return other === undefined ? null : <a href={`#/products/${other}`}>{words}</a>
}

/** The product as shoppers see it. */
const ShopLink = ({ slug }: { slug: string }) => (
  <a
    href={`${baseUrl()}/shop/${openSession().business.slug}/p/${encodeURIComponent(slug)}`}
    target="_blank"
    rel="noopener noreferrer"
  >
    Open in the shop
  </a>
)
