import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { readStock } from '../../api/reading.ts'
import { hasScope } from '../../rules/columns.ts'
import { heldCount } from '../../rules/held/held-count.ts'
import type { Row } from '../../rules/rows.ts'
import { heldFragment } from '../../rules/screens.ts'
import { openSession } from '../../state/store.ts'

/** How many pieces of a product are held, with the way to its holds. Read when the product is opened: a hold lasts minutes. */
export function HeldNote({ row: { id, kind } }: { row: Row }) {
  const opened = openSession()
  const words = useSignal('')
  const canRead = kind !== 'new' && hasScope(opened.scopes, 'inventory:read')
  useEffect(() => {
    // Without it the product can be changed all the same.
    if (canRead)
      void readStock(opened.api, id).then(
        (stocks) => (words.value = heldCount(stocks)),
        () => {},
      )
  }, [opened, canRead])
  return words.value === '' ? null : (
    <p class="links">
      <a href={heldFragment(id)}>{words.value}</a>
    </p>
  )
}
