import { useLayoutEffect, useRef } from 'preact/hooks'
import { columnOf } from '../../rules/columns.ts'
import { shownText } from '../../rules/edits.ts'
import { type Image, imagesIn, listText, moved } from '../../rules/lists.ts'
import { cellOf, type Row } from '../../rules/rows.ts'
import { change } from '../../state/editing.ts'
import { isWritable } from '../../state/selection.ts'
import { edits, openSession, said } from '../../state/store.ts'
import { AddPictures } from './add-pictures.tsx'
import { FieldBox } from './field.tsx'
import { Picture } from './picture.tsx'

const column = columnOf('images')

/** The pictures of a product in their order, with their descriptions. */
export function Pictures({ row }: { row: Row }) {
  const list = useRef<HTMLUListElement>(null)
  const focusNext = useNextFocus(list)
  const images = imagesOf(row)
  const canWrite = isWritable(row, column)
  return (
    <FieldBox row={row} column={column}>
      <ul class="pictures" ref={list}>
        {images.map((image, n) => (
          <Picture
            image={image}
            n={n}
            count={images.length}
            canWrite={canWrite}
            onMove={(by) => focusNext(move(row, n, by))}
            onRemove={() => focusNext(remove(row, n))}
            onDescribe={(alt) => describe(row, n, alt)}
            // A picture can be there twice, and none keeps a state of its own
            key={n}
          />
        ))}
      </ul>
      {images.length === 0 && <p class="note">No picture yet.</p>}
      {canWrite && <AddPictures row={row} />}
    </FieldBox>
  )
}

/** Buttons of the picture at a place, of which the first that can be pressed is wanted. */
interface Wanted {
  n: number
  buttons: readonly string[]
}

/** Focuses a button once the list is drawn again. */
function useNextFocus(list: { current: HTMLUListElement | null }): (wanted: Wanted) => void {
  const next = useRef<Wanted>(null)
  useLayoutEffect(() => {
    if (!next.current) return
    const { n, buttons } = next.current
    next.current = null
    // Without a picture there is the field that adds one.
    const place = list.current?.children[n] ?? list.current?.parentElement
    const found = buttons.map((name) => place?.querySelector<HTMLElement>(`.${name}:not(:disabled)`))
    found.find((button) => button)?.focus()
  })
  return (wanted) => {
    next.current = wanted
  }
}

const imagesOf = (row: Row): Image[] => imagesIn(shownText(edits.value, row, column, openSession().shop))

function put(row: Row, images: readonly Image[], typed?: string): void {
  change([{ row, column, text: listText(images) }], typed)
}

function move(row: Row, n: number, by: -1 | 1): Wanted {
  put(row, moved(imagesOf(row), n, by))
  said.value = `Picture ${n + 1} is picture ${n + by + 1} now.`
  return { n: n + by, buttons: by < 0 ? ['up', 'down'] : ['down', 'up'] }
}

function remove(row: Row, n: number): Wanted {
  const left = imagesOf(row).filter((_, at) => at !== n)
  put(row, left)
  said.value = `Picture ${n + 1} is removed.`
  return { n: Math.min(n, left.length - 1), buttons: ['remove', 'address'] }
}

function describe(row: Row, n: number, alt: string): void {
  const images = imagesOf(row).map((image, at) => (at === n ? { ...image, alt } : image))
  put(row, images, `${cellOf(row, column)} ${n}`)
}
