import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { drawnRows } from '../../rules/view.ts'
import { shown } from '../../state/store.ts'

interface Scroller {
  box: { current: HTMLDivElement | null }
  onScroll: () => void
  drawn: ReadonlySignal<{ first: number; end: number }>
}

/** A scrolling box, and which of its rows, all of one height, are to be drawn. */
export function useScroller(rowPx: number): Scroller {
  const box = useRef<HTMLDivElement>(null)
  const made = useRef<{ view: Signal<{ scrolledPx: number; heightPx: number }>; drawn: Scroller['drawn'] }>(
    null,
  )
  if (!made.current) {
    const view = signal({ scrolledPx: 0, heightPx: 800 })
    made.current = { view, drawn: computed(() => drawnRows({ ...view.value, rowPx }, shown.value.length)) }
  }
  const { view, drawn } = made.current
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 800 } = box.current ?? {}
    view.value = { scrolledPx: scrollTop, heightPx: clientHeight }
  }
  useEffect(() => {
    onScroll()
    addEventListener('resize', onScroll)
    return () => removeEventListener('resize', onScroll)
  }, [])
  return { box, onScroll, drawn }
}

/** Scrolls a row into view. */
export function reveal(box: HTMLDivElement | null, row: number, rowPx: number): void {
  if (!box) return
  const [top, bottom] = [row * rowPx, (row + 2) * rowPx]
  if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight)
    box.scrollTop = Math.max(0, top - box.clientHeight / 2)
}
