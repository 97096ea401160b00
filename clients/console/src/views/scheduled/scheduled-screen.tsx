import { useEffect, useRef } from 'preact/hooks'
import { hasScope } from '../../rules/columns.ts'
import { endQuestion, isInForce, type Schedule } from '../../rules/scheduled/schedule-words.ts'
import {
  asked,
  end,
  endFault,
  findNames,
  isReading,
  nameOf,
  readMore,
  readScheduled,
  scheduled,
} from '../../state/scheduled/scheduled.ts'
import { loading, openSession, rowNow } from '../../state/store.ts'
import { PlanForm } from './plan-form.tsx'
import { ScheduledList } from './scheduled-list.tsx'

// Loaded later: see `later`.
export { App } from '../app.tsx'

/** Changes at a given time: of one product, with a form that plans one, or of all. */
export function ScheduledScreen({ product }: { product: string | undefined }) {
  const opened = openSession()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    void readScheduled(product)
    return () => {
      asked.value = undefined
    }
  }, [product, opened])
  const { value: list } = scheduled
  const schedules = list?.product === product ? list?.schedules : undefined
  const isShopRead = loading.value !== 'yes'
  useEffect(() => {
    if (schedules && isShopRead) void findNames(schedules)
  }, [schedules, isShopRead])
  return (
    <>
      {asked.value && <Question schedule={asked.value} after={() => title.current?.focus()} />}
      <section class="page listed" aria-labelledby="scheduled">
        <div class="buttons">
          <h2 id="scheduled" ref={title} tabIndex={-1}>
            Scheduled changes
          </h2>
          <button type="button" disabled={isReading.value} onClick={() => void readScheduled(product)}>
            Read again
          </button>
        </div>
        {product !== undefined && <OnlyOf product={product} />}
        <p class="fault" role="alert">
          {endFault.value}
        </p>
        {schedules ? (
          <>
            <Schedules schedules={schedules} isOfOne={product !== undefined} />
            {product !== undefined && <Planning product={product} before={schedules[0]} />}
          </>
        ) : (
          <p class="note">{isReading.value && 'Reading …'}</p>
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

function Schedules({ schedules, isOfOne }: { schedules: readonly Schedule[]; isOfOne: boolean }) {
  return (
    <>
      {schedules.length === 0 && (
        <p>
          Nothing is planned or in force.
          {!isOfOne && ' To plan a sale, open a product, and choose “Plan a sale”.'}
        </p>
      )}
      <ScheduledList schedules={schedules} />
      {scheduled.value?.next != null && (
        <button type="button" disabled={isReading.value} onClick={() => void readMore()}>
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

/** Asks before a schedule is ended. */
function Question({ schedule, after }: { schedule: Schedule; after: () => void }) {
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => yes.current?.focus(), [schedule])
  const leave = () => {
    asked.value = undefined
    after()
  }
  return (
    <div class="bar" role="alert">
      <p>{endQuestion(schedule, nameOf(schedule))}</p>
      <button
        type="button"
        ref={yes}
        onClick={() => {
          leave()
          void end(schedule)
        }}
      >
        {isInForce(schedule) ? 'End it now' : 'Cancel the plan'}
      </button>
      <button type="button" onClick={leave}>
        Not now
      </button>
    </div>
  )
}
