import { signal } from '@preact/signals'

/** True where a row is a card: on a phone. */
export const isNarrow = signal(false)
export const isOffline = signal(false)

/** Follows the width of the window and the connection. */
export function followSurroundings(): void {
  const narrow = matchMedia('(max-width: 40rem)')
  const note = () => {
    isNarrow.value = narrow.matches
    isOffline.value = !navigator.onLine
  }
  narrow.addEventListener('change', note)
  addEventListener('online', note)
  addEventListener('offline', note)
  note()
}

/** True for a page of this machine. */
export const isLocalhost = (): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

/** The base URL of the API that serves this page, which is in a folder below it. */
export const baseUrl = (): string => new URL('../', location.href).href.replace(/\/$/, '')
