import { useEffect, useRef } from 'preact/hooks'

interface Asking {
  words: string
  /** What the button says that does it. */
  yes: string
  onYes: () => void
  /** Ends the question; before `onYes`, too. */
  leave: () => void
}

/** Asks before something is done that nobody can take back. Another question has another `key`: its button gets the focus. */
export function Question({ words, yes, onYes, leave }: Asking) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div class="bar" role="alert">
      <p>{words}</p>
      <button
        type="button"
        ref={button}
        onClick={() => {
          leave()
          onYes()
        }}
      >
        {yes}
      </button>
      <button type="button" onClick={leave}>
        Not now
      </button>
    </div>
  )
}
