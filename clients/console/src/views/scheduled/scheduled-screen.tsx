import { useEffect, useRef } from 'preact/hooks'
import { hasScope } from '../../rules/columns.ts'
import { endQuestion, isInForce, type Schedule } from '../../rules/scheduled/schedule-words.ts'
import { end, findNames, nameOf, schedules } from '../../state/scheduled/scheduled.ts'
import { loading, openSession, rowNow } from '../../state/store.ts'
import { Question } from '../question.tsx'
import { PlanForm } from './plan-form.tsx'
import { ScheduledList } from './scheduled-list.tsx'

// Loaded later: see `later`.
export { App } from '../app.tsx'

/** Changes at a given time: of one product, with a form that plans one, or of all. */
export function ScheduledScreen({ product }: { product: string | undefined }) {
  const opened = openSession()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    void schedules.read(product)
    return () => {
      schedules.asked.value = undefined
    }
  }, [product, opened])
  const { value: list } = schedules.now
  const items = list?.product === product ? list?.items : undefined
  const isShopRead = loading.value !== 'yes'
  useEffect(() => {
    if (items && isShopRead) void findNames(items)
  }, [items, isShopRead])
  const { value: asked } = schedules.asked
  return (
    <>
      {asked && (
        <Question
          key={asked.product_id}
          words={endQuestion(asked, nameOf(asked))}
          yes={isInForce(asked) ? 'End it now' : 'Cancel the plan'}
          onYes={() => void end(asked)}
          leave={() => {
            schedules.asked.value = undefined
            title.current?.focus()
          }}
        />
      )}
      <section class="page listed" aria-labelledby="scheduled">
        <div class="buttons">
          <h2 id="scheduled" ref={title} tabIndex={-1}>
            Scheduled changes
          </h2>
          <button
            type="button"
            disabled={schedules.isReading.value}
            onClick={() => void schedules.read(product)}
          >
            Read again
          </button>
        </div>
        {product !== undefined && <OnlyOf product={product} />}
        <p class="fault" role="alert">
          {schedules.fault.value}
        </p>
        {items ? (
          <>
            <Schedules items={items} isOfOne={product !== undefined} />
            {product !== undefined && <Planning product={product} before={items[0]} />}
          </>
        ) : (
          <p class="note">{schedules.isReading.value && 'Reading …'}</p>
        )}
      </section>
    </>
  )
}

const OnlyOf = ({ product }: { product: string }) => (
  <p class="links">
    <span>
      Only of{' '}
      <a href={`#/products/${product}`}>
        <bdi>{rowNow(product)?.values.name ?? 'one product'}</bdi>
      </a>
    </span>
    <a href="#/scheduled">All scheduled changes</a>
  </p>
)

function Schedules({ items, isOfOne }: { items: readonly Schedule[]; isOfOne: boolean }) {
  return (
    <>
      {items.length === 0 && (
        <p>
          Nothing is planned or in force.
          {!isOfOne && ' To plan a sale, open a product, and choose “Plan a sale”.'}
        </p>
      )}
      <ScheduledList items={items} />
      {schedules.now.value?.next != null && (
        <button type="button" disabled={schedules.isReading.value} onClick={() => void schedules.readMore()}>
          More scheduled changes
        </button>
      )}
    </>
  )
}

/** The form for a product: while a change is in force no other can be planned. */
function Planning({ product, before }: { product: string; before: Schedule | undefined }) {
  const row = rowNow(product)
  const isShopRead = loading.value !== 'yes'
  useEffect(() => {
    if (isShopRead && !row) void findNames([{ product_id: product, patch: {} }])
  }, [product, isShopRead, row])
  if (!hasScope(openSession().scopes, 'products:write')) return null
  if (!row) return null
  if (before && isInForce(before))
    return <p class="note">A product has one change at a time. End this one before you plan another.</p>
  return <PlanForm row={row} before={before} key={row.id} />
}
