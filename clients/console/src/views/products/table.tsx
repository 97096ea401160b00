import { useLayoutEffect } from 'preact/hooks'
import type { Row } from '../../rules/rows.ts'
import { place } from '../../state/selection.ts'
import { loading, openSession, shown } from '../../state/store.ts'
import { Cell } from './cell.tsx'
import { onCopy, onKey, onPaste } from './keys.ts'
import { reveal, useScroller } from './rows-in-view.ts'

/** The height of every row, which the style has too. */
const ROW = 40

/** Products and their variants as a spreadsheet. */
export function Table() {
  const { box, onScroll, drawn } = useScroller(ROW)
  const { endRow, endColumn } = place.value
  useLayoutEffect(() => reveal(box.current, endRow, ROW), [endRow, endColumn])
  const { first, end } = drawn.value
  const { tableColumns } = openSession()
  return (
    <div class="scroll" ref={box} onScroll={onScroll}>
      <table
        role="grid"
        aria-label="Products"
        aria-rowcount={shown.value.length + 1}
        aria-multiselectable
        onKeyDown={onKey}
        onCopy={onCopy}
        onPaste={onPaste}
      >
        <thead>
          <tr>
            {tableColumns.map(({ name, title, kind }) => (
              <th scope="col" class={`${name} ${kind}`} key={name}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space rows={first} />
          {shown.value.slice(first, end).map((row, n) => (
            <Line row={row} r={first + n} key={row.id} />
          ))}
          <Space rows={shown.value.length - end} />
        </tbody>
      </table>
      {shown.value.length === 0 && loading.value === 'yes' && <div class="skeleton" />}
    </div>
  )
}

const Space = ({ rows }: { rows: number }) =>
  rows > 0 ? <tr aria-hidden="true" style={{ height: `${rows * ROW}px` }} /> : null

const Line = ({ row, r }: { row: Row; r: number }) => (
  <tr class={row.kind} aria-rowindex={r + 2}>
    {openSession().tableColumns.map((column, c) => (
      <Cell row={row} column={column} r={r} c={c} key={column.name} />
    ))}
  </tr>
)
