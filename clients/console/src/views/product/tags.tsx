import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { columnOf } from '../../rules/columns.ts'
import { shownText } from '../../rules/edits.ts'
import { listText, tagsIn } from '../../rules/lists.ts'
import type { Row } from '../../rules/rows.ts'
import { change } from '../../state/editing.ts'
import { isWritable } from '../../state/selection.ts'
import { edits, openSession, said } from '../../state/store.ts'
import { FieldBox } from './field.tsx'

const column = columnOf('tags')

/** The tags of a product: each can be taken away, and typed ones are added by Enter, by a comma or on leaving. */
export function Tags({ row }: { row: Row }) {
  const field = useRef<HTMLInputElement>(null)
  const tagsNow = () => tagsIn(shownText(edits.value, row, column, openSession().shop))
  const put = (tags: readonly string[]) => change([{ row, column, text: listText(tags) }])
  const remove = (tag: string) => {
    put(tagsNow().filter((one) => one !== tag))
    said.value = `The tag “${tag}” is removed.`
    field.current?.focus()
  }
  const canWrite = isWritable(row, column)
  return (
    <FieldBox row={row} column={column}>
      <ul class="chips">
        {tagsNow().map((tag, n) => (
          <li key={n}>
            <bdi>{tag}</bdi>
            {canWrite && (
              <button type="button" aria-label={`Remove the tag ${tag}`} onClick={() => remove(tag)}>
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {canWrite && <TagInput field={field} add={(tags) => put([...tagsNow(), ...tags])} />}
    </FieldBox>
  )
}

interface TagInputProps {
  field: { current: HTMLInputElement | null }
  add: (tags: readonly string[]) => void
}

function TagInput({ field, add }: TagInputProps) {
  const text = useSignal('')
  const addTyped = (typed: string, rest = '') => {
    const tags = typed.split(',').map((tag) => tag.trim())
    const named = tags.filter((tag) => tag !== '')
    if (named.length > 0) add(named)
    text.value = rest
  }
  return (
    <input
      ref={field}
      dir="auto"
      aria-label="Add a tag"
      aria-describedby="fault-tags"
      placeholder="Add a tag"
      value={text.value}
      onInput={({ currentTarget: { value } }) => {
        const comma = value.lastIndexOf(',')
        if (comma < 0) text.value = value
        else addTyped(value.slice(0, comma), value.slice(comma + 1))
      }}
      onBlur={() => addTyped(text.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.isComposing) addTyped(text.value)
      }}
    />
  )
}
