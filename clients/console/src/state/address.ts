import { effect } from '@preact/signals'
import { screenOf } from '../rules/screens.ts'
import { fragmentOf, queryOf } from '../rules/view.ts'
import { arrange, madeIds, query, screen, session } from './store.ts'

/** Follows the address of the tab, and keeps the query of the table in it. */
export function followAddress(): void {
  query.value = queryOf(location.hash)
  screen.value = screenOf(location.hash)
  addEventListener('hashchange', () => {
    screen.value = screenOf(location.hash)
    const wanted = queryOf(location.hash)
    // Who comes back finds every row where it was.
    if (screen.value.name === 'products' && fragmentOf(wanted) !== fragmentOf(query.value)) arrange(wanted)
  })
  effect(() => {
    if (session.value && screen.value.name === 'products')
      history.replaceState(null, '', fragmentOf(query.value))
  })
  // A product that was made while its screen is open has another address from then on.
  effect(() => {
    const id = screen.value.name === 'product' ? madeIds.value.get(screen.value.id) : undefined
    if (id === undefined) return
    history.replaceState(null, '', `#/products/${id}`)
    screen.value = { name: 'product', id }
  })
}
