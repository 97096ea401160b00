import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Api } from '../api/client.ts'
import type { Page } from '../api/reading.ts'
import { openSession, type Session, session, trouble } from './store.ts'
import { stopIn } from './trouble.ts'

/** The part of a list that was read. */
interface ReadList<Item> {
  opened: Session
  /** The id of the product whose items these are; undefined for all. */
  product: string | undefined
  items: readonly Item[]
  /** Where the next ones begin; null at the end. */
  next: string | null
}

/** A list that has a screen of its own, and of which one item at a time can be ended. */
interface Listing<Item> {
  /** The part that was read under the key that is open now. */
  now: ReadonlySignal<ReadList<Item> | undefined>
  isReading: ReadonlySignal<boolean>
  /** The item of which it is asked whether it shall be ended. */
  asked: Signal<Item | undefined>
  /** The id of the item that is being ended. */
  ending: ReadonlySignal<string | undefined>
  /** Why an item was not ended. */
  fault: Signal<string>
  /** Reads the first page, of one product or of all. */
  read: (product: string | undefined) => Promise<void>
  /** Reads the page after those that are there. */
  readMore: () => Promise<void>
  /** Ends an item, unless another one is being ended. */
  end: (id: string, work: (opened: Session) => Promise<void>) => Promise<void>
  /** Changes the items that are shown, unless another key is open by now. */
  put: (opened: Session, changed: (items: readonly Item[]) => readonly Item[]) => void
}

/** Makes a list of what `readPage` reads: of one product or of all, from a cursor on. */
export function listingOf<Item>(
  readPage: (api: Api, product: string | undefined, cursor?: string) => Promise<Page<Item>>,
): Listing<Item> {
  const list = signal<ReadList<Item> | undefined>(undefined)
  const now = computed(() => (list.value?.opened === session.value ? list.value : undefined))
  const isReading = signal(false)
  const asked = signal<Item | undefined>(undefined)
  const ending = signal<string | undefined>(undefined)
  const fault = signal('')
  /** How often the list was read: one that is slow to come does not take the place of a later one. */
  let readings = 0

  async function readFrom(product: string | undefined, before: readonly Item[], cursor?: string) {
    const opened = openSession()
    const reading = ++readings
    batch(() => {
      isReading.value = true
      trouble.value = ''
    })
    try {
      const { data, next_cursor: next } = await readPage(opened.api, product, cursor)
      if (reading === readings) list.value = { opened, product, items: [...before, ...data], next }
    } catch (error) {
      if (reading === readings) stopIn(opened, error)
    } finally {
      if (reading === readings) isReading.value = false
    }
  }

  return {
    now,
    isReading,
    asked,
    ending,
    fault,
    async read(product) {
      batch(() => {
        fault.value = ''
        asked.value = undefined
      })
      await readFrom(product, [])
    },
    async readMore() {
      const before = now.value
      if (before?.next) await readFrom(before.product, before.items, before.next)
    },
    async end(id, work) {
      if (ending.value !== undefined) return
      const opened = openSession()
      batch(() => {
        asked.value = undefined
        ending.value = id
        fault.value = ''
        trouble.value = ''
      })
      try {
        await work(opened)
      } catch (error) {
        stopIn(opened, error)
      } finally {
        ending.value = undefined
      }
    },
    put(opened, changed) {
      const { value } = list
      if (value?.opened === opened) list.value = { ...value, items: changed(value.items) }
    },
  }
}
