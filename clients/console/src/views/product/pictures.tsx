import { useLayoutEffect, useRef } from 'preact/hooks'
import { columnOf } from '../../rules/columns.ts'
import { shownText } from '../../rules/edits.ts'
import { type Image, imagesIn, listText, moved } from '../../rules/lists.ts'
import { cellOf, type Row } from '../../rules/rows.ts'
import { change } from '../../state/editing.ts'
import { edits, openSession, said } from '../../state/store.ts'
import { isWritable } from '../products/cell.tsx'
import { AddPictures } from './add-pictures.tsx'
import { FieldBox } from './field.tsx'
import { Picture } from './picture.tsx'

const column = columnOf('images')

/** The pictures of a product in their order, with their descriptions. */
export function Pictures({ row }: { row: Row }) {
  const list = useRef<HTMLUListElement>(null)
  /** The buttons of which the first that can be pressed is focused once the list is drawn. */
  const wanted = useRef<{ n: number; buttons: readonly string[] }>(null)
  useLayoutEffect(() => {
    const { n = 0, buttons = [] } = wanted.current ?? {}
    if (!wanted.current) return
    wanted.current = null
    const own = list.current?.children[n] ?? list.current?.parentElement
    const found = buttons.map((name) => own?.querySelector<HTMLElement>(`.${name}:not(:disabled)`))
    found.find((button) => button)?.focus()
  })
  const imagesNow = () => imagesIn(shownText(edits.value, row, column, openSession().shop))
  const put = (images: readonly Image[], typed?: string) =>
    change([{ row, column, text: listText(images) }], typed)
  const move = (n: number, by: -1 | 1) => {
    put(moved(imagesNow(), n, by))
    said.value = `Picture ${n + 1} is picture ${n + by + 1} now.`
    wanted.current = { n: n + by, buttons: by < 0 ? ['up', 'down'] : ['down', 'up'] }
  }
  const remove = (n: number) => {
    const left = imagesNow().filter((_, at) => at !== n)
    put(left)
    said.value = `Picture ${n + 1} is removed.`
    wanted.current = { n: Math.min(n, left.length - 1), buttons: ['remove', 'address'] }
  }
  const describe = (n: number, alt: string) =>
    put(
      imagesNow().map((image, at) => (at === n ? { ...image, alt } : image)),
      `${cellOf(row, column)} ${n}`,
    )
  const images = imagesNow()
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
            onMove={(by) => move(n, by)}
            onRemove={() => remove(n)}
            onDescribe={(alt) => describe(n, alt)}
            // A picture can be there twice, and none keeps a state of its own
            key={n}
          />
        ))}
      </ul>
      {images.length === 0 && <p class="note">There is no picture.</p>}
      {canWrite && <AddPictures row={row} />}
    </FieldBox>
  )
}
