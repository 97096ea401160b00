import { batch, computed, signal } from '@preact/signals'
import type { StorefrontError } from '../../../../typescript/src/problem.ts'
import { isRefusal, wordsOf } from '../../api/client.ts'
import { readHold, readHolds, releaseHold } from '../../api/holds.ts'
import { type Hold, refusedRelease, releasedWords } from '../../rules/held/held-words.ts'
import { readStockAgain } from '../stock.ts'
import { isLeft, openSession, type Session, said, session, trouble } from '../store.ts'
import { stopIn } from '../trouble.ts'

/** The holds that were read, in the order of their references. */
interface HeldList {
  opened: Session
  /** The id of the product that they have pieces of; undefined for all. */
  product: string | undefined
  holds: readonly Hold[]
  /** Where the next ones begin; null at the end. */
  next: string | null
}

const list = signal<HeldList | undefined>(undefined)

/** The holds that were read under the key that is open now. */
export const held = computed(() => (list.value?.opened === session.value ? list.value : undefined))
export const isReading = signal(false)
/** The hold of which it is asked whether it shall be released. */
export const asked = signal<Hold | undefined>(undefined)
/** The reference of the hold that is being released. */
export const releasing = signal<string | undefined>(undefined)
/** Why a hold was not released. */
export const heldFault = signal('')

/** How often the list was read: one that is slow to come does not take the place of a later one. */
let readings = 0

/** Reads the first holds, of one product or of all. */
export async function readHeld(product: string | undefined): Promise<void> {
  batch(() => {
    heldFault.value = ''
    asked.value = undefined
  })
  await read(product, [])
}

/** Reads the holds after those that are there. */
export async function readMore(): Promise<void> {
  const before = held.value
  if (before?.next) await read(before.product, before.holds, before.next)
}

async function read(product: string | undefined, before: readonly Hold[], cursor?: string): Promise<void> {
  const opened = openSession()
  const reading = ++readings
  batch(() => {
    isReading.value = true
    trouble.value = ''
  })
  try {
    const { holds, next } = await readHolds(opened.api, product, cursor)
    if (reading === readings) list.value = { opened, product, holds: [...before, ...holds], next }
  } catch (error) {
    if (reading === readings) stopIn(opened, error)
  } finally {
    if (reading === readings) isReading.value = false
  }
}

/** Gives the pieces of a hold back, if they are those that were shown: one hold at a time. */
export async function release(hold: Hold): Promise<void> {
  if (releasing.value !== undefined) return
  const opened = openSession()
  batch(() => {
    asked.value = undefined
    releasing.value = hold.reference
    heldFault.value = ''
    trouble.value = ''
  })
  try {
    if (await isReleased(opened, hold)) await readStocksOf(opened, hold)
  } catch (error) {
    stopIn(opened, error)
  } finally {
    releasing.value = undefined
  }
}

async function isReleased(opened: Session, hold: Hold): Promise<boolean> {
  try {
    await releaseHold(opened.api, hold)
  } catch (error) {
    if (!isRefusal(error)) throw error
    await lookAgain(opened, hold, error)
    return false
  }
  if (isLeft(opened)) return false
  put(opened, hold.reference, undefined)
  said.value = releasedWords(hold)
  return true
}

/** Says why a hold was not released, and shows it as it is now. */
async function lookAgain(opened: Session, { reference }: Hold, refusal: StorefrontError): Promise<void> {
  if (isLeft(opened)) return
  const { words, isOver } = refusedRelease(reference, refusal.problem)
  heldFault.value = words ?? wordsOf(refusal)
  put(opened, reference, isOver ? undefined : await readHold(opened.api, reference))
}

/** Shows a hold in its place, as far as it is held. */
function put(opened: Session, reference: string, now: Hold | undefined): void {
  const { value } = list
  if (value?.opened !== opened) return
  const holds = value.holds.flatMap((one) => {
    if (one.reference !== reference) return [one]
    return now?.status === 'held' ? [now] : []
  })
  list.value = { ...value, holds }
}

/** The stock of these products is another one now. */
async function readStocksOf(opened: Session, { items }: Hold): Promise<void> {
  const products = new Set(items.filter(({ is_held }) => is_held).map(({ product_id }) => product_id))
  for (const id of products) if (!isLeft(opened)) await readStockAgain(id)
}
