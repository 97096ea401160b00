import { effect } from '@preact/signals'
import { render } from 'preact'
import { followAddress } from './state/address.ts'
import { keepEdits } from './state/keeping.ts'
import { edits, session } from './state/store.ts'
import { followSurroundings } from './state/surroundings.ts'
import { isUploading } from './state/uploading-pictures.ts'
import { App } from './views/app.tsx'

followSurroundings()
followAddress()
effect(() => {
  if (session.value) keepEdits(session.value.business.id, sessionStorage)
})
// A tab that is closed keeps nothing, and uploads nothing.
addEventListener('beforeunload', (event) => {
  if (edits.value.size > 0 || isUploading()) event.preventDefault()
})
const place = document.getElementById('app')
if (place) render(<App />, place)
