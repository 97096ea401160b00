import { useEffect, useRef } from 'preact/hooks'
import { open } from '../state/opening.ts'
import { isSaving, keyFault } from '../state/store.ts'
import { baseUrl, isLocalhost } from '../state/surroundings.ts'

/** Asks for a key, which is then in the memory of this tab alone. */
export function KeyField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    if (isLocalhost() && !keyFault.peek()) void fillIn(field.current)
  }, [])
  return (
    <main class="entry">
      <form onSubmit={submit}>
        <h1>Console</h1>
        <label>
          API key
          <input
            ref={field}
            name="key"
            type="password"
            autocomplete="current-password"
            spellcheck={false}
            required
            aria-describedby="key-fault"
            aria-invalid={keyFault.value !== ''}
          />
        </label>
        <p class="note">It stays in this tab: enter it again after a reload.</p>
        <p id="key-fault" class="fault" role="alert">
          {keyFault.value}
        </p>
        <button type="submit" class="main" disabled={isSaving.value}>
          Open
        </button>
      </form>
    </main>
  )
}

async function submit(event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const form = event.currentTarget
  const field = form instanceof HTMLFormElement ? form.elements.namedItem('key') : null
  if (!(field instanceof HTMLInputElement)) return
  const token = field.value.trim()
  field.value = ''
  await open({ baseUrl: baseUrl(), token, storage: sessionStorage })
}

/** On the local stack there is a demo shop, whose key nobody has to type. */
async function fillIn(field: HTMLInputElement | null): Promise<void> {
  try {
    const response = await fetch('/docs/local.json')
    const { api_key: key } = response.ok ? await response.json() : {}
    if (field && typeof key === 'string' && field.value === '') field.value = key
  } catch {}
}
