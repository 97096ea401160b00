import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { readText, STATUSES } from '../../rules/cell-text.ts'
import type { Column } from '../../rules/columns.ts'
import { shownText } from '../../rules/edits.ts'
import { cellOf, isUnread, type Row } from '../../rules/rows.ts'
import { change } from '../../state/editing.ts'
import { wantedField } from '../../state/refused.ts'
import { isWritable } from '../../state/selection.ts'
import { edits, openSession } from '../../state/store.ts'
import { Unread } from '../products/cell.tsx'

interface FieldProps {
  row: Row
  column: Column
}

/** A field of a product, with its label and what is said of it. */
export function Field({ row, column }: FieldProps) {
  const { shop } = openSession()
  const cell = cellOf(row, column)
  const text = shownText(edits.value, row, column, shop)
  const isFixed = !isWritable(row, column)
  const common = {
    id: `field-${column.name}`,
    'aria-describedby': `fault-${column.name}`,
    'aria-invalid': edits.value.get(cell)?.fault !== undefined,
  }
  const put = (typed: string) => change([{ row, column, text: typed }], cell)
  const isChosen = !isFixed && (column.kind === 'choice' || column.kind === 'category')
  return (
    <FieldBox row={row} column={column} label={common.id}>
      {column.name === 'stock' && isUnread(row) ? (
        <p>
          <Unread row={row} />
        </p>
      ) : isChosen ? (
        <Choice {...common} column={column} text={text} put={put} />
      ) : (
        <Typed
          {...common}
          text={text}
          put={put}
          readOnly={isFixed}
          isLong={column.kind === 'long'}
          inputMode={column.kind === 'amount' ? 'decimal' : 'text'}
        />
      )}
    </FieldBox>
  )
}

interface BoxProps extends FieldProps {
  /** The id of the control that the title is the label of. */
  label?: string
  children: ComponentChildren
}

/** The place of a field: marked where it is changed or refused. Its first control is focused where it is looked for. */
export function FieldBox({ row, column, label, children }: BoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const cell = cellOf(row, column)
  const isWanted = wantedField.value === cell
  useEffect(() => {
    if (!isWanted) return
    box.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
    wantedField.value = ''
  }, [isWanted])
  const edit = edits.value.get(cell)
  const state = edit?.fault ? 'bad' : edit ? 'new' : ''
  const title = column.kind === 'amount' ? `${column.title} (${openSession().shop.currency})` : column.title
  return (
    <div
      class={`labelled ${state}`}
      ref={box}
      {...(!label && {
        role: 'group',
        'aria-labelledby': `title-${column.name}`,
        'aria-describedby': `fault-${column.name}`,
      })}
    >
      {label ? <label for={label}>{title}</label> : <h3 id={`title-${column.name}`}>{title}</h3>}
      {children}
      <p class="fault" id={`fault-${column.name}`}>
        {edit?.fault}
      </p>
    </div>
  )
}

interface TypedProps {
  id?: string
  text: string
  put: (text: string) => void
  readOnly?: boolean
  isLong?: boolean
  inputMode?: 'decimal' | 'text'
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** A field for a text. Each letter is kept at once; it is tidied when the field is left. */
export function Typed({ text, put, isLong = false, ...attributes }: TypedProps) {
  const draft = useSignal<string | undefined>(undefined)
  const common = {
    ...attributes,
    dir: 'auto' as const,
    value: draft.value ?? text,
    onInput({ currentTarget: { value } }: { currentTarget: { value: string } }) {
      draft.value = value
      put(value)
    },
    onBlur() {
      draft.value = undefined
    },
  }
  return isLong ? <textarea rows={8} {...common} /> : <input {...common} />
}

interface ChoiceProps extends Omit<TypedProps, 'readOnly' | 'isLong' | 'inputMode'> {
  column: Column
}

function Choice({ column, text, put, ...attributes }: ChoiceProps) {
  const { shop } = openSession()
  const value = String(readText(text, column, shop).value ?? '')
  const choices: readonly (readonly [string, string])[] =
    column.kind === 'choice' ? STATUSES.map((one) => [one, one]) : [...shop.categories]
  const isKnown = choices.some(([one]) => one === value)
  return (
    <select {...attributes} value={value} onChange={(event) => put(event.currentTarget.value)}>
      {!isKnown && <option value={value}>{text}</option>}
      {choices.map(([one, title]) => (
        <option value={one} key={one}>
          {title}
        </option>
      ))}
    </select>
  )
}
