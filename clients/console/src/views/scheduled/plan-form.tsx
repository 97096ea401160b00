import type { ComponentChildren } from 'preact'
import { columnOf } from '../../rules/columns.ts'
import type { Row } from '../../rules/rows.ts'
import type { Schedule } from '../../rules/scheduled/schedule-words.ts'
import { PLANNED_STATUSES, tagsThen, type Wanted } from '../../rules/scheduled/wanted-change.ts'
import { instantWords } from '../../rules/scheduled/zoned-time.ts'
import { draftOf, isPlanning, plan, typed } from '../../state/scheduled/planning.ts'
import { openSession } from '../../state/store.ts'
import { zonesNow } from './scheduled-list.tsx'

/** Plans a change of a product at a given time, and its end. */
export function PlanForm({ row, before }: { row: Row; before: Schedule | undefined }) {
  const { words } = draftOf(row)
  return (
    <form
      class="plan"
      aria-labelledby="plan"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void plan(row, before)
      }}
    >
      <h3 id="plan">{before ? 'Plan another change instead' : 'Plan a change'}</h3>
      <p class="note">
        Times are in {zonesNow().zone}, the time zone of the business. The change is made up to 65 seconds
        later. Leave empty what stays as it is.
      </p>
      <Time row={row} name="at" title="Begin" />
      <Time row={row} name="until" title="End, empty for good" />
      {row.hasOptions ? <VariantsNote /> : <Prices row={row} />}
      <Labelled row={row} name="status" title="Status">
        {(attributes) => (
          <select
            {...attributes}
            value={draftOf(row).wanted.status}
            onChange={({ currentTarget: { value } }) =>
              typed(row, 'status', PLANNED_STATUSES.find((one) => one === value) ?? '')
            }
          >
            <option value="">as it is</option>
            {PLANNED_STATUSES.map((one) => (
              <option value={one} key={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Text row={row} name="tags" title="More tags, with commas" note={tagsNote(row)} />
      <p class="fault" role="alert">
        {words}
      </p>
      <button type="submit" class="main" disabled={isPlanning.value}>
        {isPlanning.value ? 'Planning …' : 'Plan it'}
      </button>
    </form>
  )
}

function Prices({ row }: { row: Row }) {
  const { currency } = openSession().shop
  return (
    <>
      <Text row={row} name="price" title={`${columnOf('price').title} (${currency})`} />
      <Text
        row={row}
        name="compare_at_price"
        title={`${columnOf('compare_at_price').title} (${currency})`}
        note="Only with a price: the earlier one, shown crossed out."
      />
    </>
  )
}

/** The prices of variants can be planned with the API alone. */
const VariantsNote = () => (
  <p>
    The prices of this product are those of its variants. This form cannot plan them:{' '}
    <a href="sale-prices#products-with-options" target="_blank" rel="noopener noreferrer">
      use the API
    </a>
    .
  </p>
)

function tagsNote(row: Row): string {
  const { wanted } = draftOf(row)
  return wanted.tags.trim() === '' ? '' : `Its tags are then: ${tagsThen(wanted, row).join(', ')}`
}

interface FieldProps {
  row: Row
  name: keyof Wanted
  title: string
  note?: string
}

/** A date and a time, with the instant that it is. */
function Time({ row, name, title }: FieldProps & { name: 'at' | 'until' }) {
  const value = draftOf(row).wanted[name]
  return (
    <Labelled row={row} name={name} title={title} note={value && instantWords(value, zonesNow())}>
      {(attributes) => (
        <input
          {...attributes}
          type="datetime-local"
          value={value}
          onInput={({ currentTarget }) => typed(row, name, currentTarget.value)}
        />
      )}
    </Labelled>
  )
}

const Text = ({ row, name, ...more }: FieldProps & { name: 'price' | 'compare_at_price' | 'tags' }) => (
  <Labelled row={row} name={name} {...more}>
    {(attributes) => (
      <input
        {...attributes}
        dir="auto"
        inputMode={name === 'tags' ? 'text' : 'decimal'}
        value={draftOf(row).wanted[name]}
        onInput={({ currentTarget }) => typed(row, name, currentTarget.value)}
      />
    )}
  </Labelled>
)

interface LabelledProps extends FieldProps {
  children: (attributes: {
    id: string
    'aria-describedby': string
    'aria-invalid': boolean
  }) => ComponentChildren
}

/** A field with its label, and what is said of it. */
function Labelled({ row, name, title, note, children }: LabelledProps) {
  const fault = draftOf(row).faults[name]
  return (
    <div class={`labelled ${fault ? 'bad' : ''}`}>
      <label for={`plan-${name}`}>{title}</label>
      {children({
        id: `plan-${name}`,
        'aria-describedby': `plan-note-${name}`,
        'aria-invalid': Boolean(fault),
      })}
      <p class={fault ? 'fault' : 'note'} id={`plan-note-${name}`} role="status">
        {fault || note}
      </p>
    </div>
  )
}
