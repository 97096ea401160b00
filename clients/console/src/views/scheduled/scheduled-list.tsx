import { hasScope } from '../../rules/columns.ts'
import {
  isInForce,
  type Schedule,
  valuesWords,
  whenElsewhere,
  whenWords,
} from '../../rules/scheduled/schedule-words.ts'
import type { Zones } from '../../rules/scheduled/zoned-time.ts'
import { nameOf, names, schedules } from '../../state/scheduled/scheduled.ts'
import { openSession, rowNow } from '../../state/store.ts'

/** The zones of the business and of this browser. */
export const zonesNow = (): Zones => ({
  zone: openSession().business.timezone,
  own: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** Schedules with what they change, and when. */
export function ScheduledList({ items }: { items: readonly Schedule[] }) {
  const { scopes } = openSession()
  return (
    <ul class="listing">
      {items.map((schedule) => (
        <li key={schedule.product_id}>
          <Times schedule={schedule} />
          <Values schedule={schedule} />
          {hasScope(scopes, 'products:write') && <End schedule={schedule} />}
        </li>
      ))}
    </ul>
  )
}

function Times({ schedule }: { schedule: Schedule }) {
  const { product_id, at, planned_by } = schedule
  const name = <bdi>{nameOf(schedule)}</bdi>
  return (
    <div>
      <b>{rowNow(product_id) ? <a href={`#/products/${product_id}`}>{name}</a> : name}</b>
      <p>
        {isInForce(schedule) ? 'In force ' : 'Planned '}
        <time dateTime={at}>{whenWords(schedule, zonesNow())}</time>
      </p>
      <p class="note">
        <time dateTime={at}>{whenElsewhere(schedule, zonesNow())}</time>
      </p>
      {planned_by.key_name !== null && (
        <p class="note">
          by <bdi>{planned_by.key_name}</bdi>
        </p>
      )}
    </div>
  )
}

function Values({ schedule: { patch, replaced, until } }: { schedule: Schedule }) {
  const { shop } = openSession()
  return (
    <ul>
      {valuesWords(patch, names.value, shop).map((words, n) => (
        <li key={n}>
          <bdi>{words}</bdi>
        </li>
      ))}
      {replaced && until !== null && (
        <li class="note">
          then again: <bdi>{valuesWords(replaced, names.value, shop).join('; ')}</bdi>
        </li>
      )}
    </ul>
  )
}

function End({ schedule }: { schedule: Schedule }) {
  const isEnding = schedules.ending.value === schedule.product_id
  return (
    <button
      type="button"
      aria-label={`End the change of ${nameOf(schedule)}`}
      disabled={schedules.ending.value !== undefined}
      onClick={() => {
        schedules.asked.value = schedule
      }}
    >
      {isEnding ? 'Ending …' : 'End'}
    </button>
  )
}
