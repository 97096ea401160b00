import { effect } from '@preact/signals'
import { render } from 'preact'
import { fragmentOf, queryOf } from './rules/view.ts'
import { keepEdits } from './state/keeping.ts'
import { arrange, edits, query, session } from './state/store.ts'
import { followSurroundings } from './state/surroundings.ts'
import { App } from './views/app.tsx'

followSurroundings()
query.value = queryOf(location.hash)
addEventListener('hashchange', () => arrange(queryOf(location.hash)))
effect(() => {
  if (session.value) history.replaceState(null, '', fragmentOf(query.value))
})
effect(() => {
  if (session.value) keepEdits(session.value.business.id, sessionStorage)
})
// A tab that is closed keeps nothing.
addEventListener('beforeunload', (event) => {
  if (edits.value.size > 0) event.preventDefault()
})
const place = document.getElementById('app')
if (place) render(<App />, place)
