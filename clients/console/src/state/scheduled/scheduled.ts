import { batch, computed, signal } from '@preact/signals'
import { isRefusal, wordsOf } from '../../api/client.ts'
import { readProduct, readVariants } from '../../api/reading.ts'
import { endSchedule, readSchedules } from '../../api/schedules.ts'
import { productRow } from '../../rules/rows.ts'
import { endedWords, isInForce, refusedEnd, type Schedule } from '../../rules/scheduled/schedule-words.ts'
import { findProduct, fold, unfold } from '../reading-shop.ts'
import { quantityOf } from '../stock.ts'
import {
  isLeft,
  openSession,
  putMerged,
  rowNow,
  type Session,
  said,
  session,
  trouble,
  unfolded,
} from '../store.ts'
import { stopIn } from '../trouble.ts'

/** The schedules that were read, in the order of their products. */
interface ScheduledList {
  opened: Session
  /** The id of the product whose schedule it is; undefined for all. */
  product: string | undefined
  schedules: readonly Schedule[]
  /** Where the next ones begin; null at the end. */
  next: string | null
}

const list = signal<ScheduledList | undefined>(undefined)

/** The schedules that were read under the key that is open now. */
export const scheduled = computed(() => (list.value?.opened === session.value ? list.value : undefined))
export const isReading = signal(false)
/** The schedule of which it is asked whether it shall be ended. */
export const asked = signal<Schedule | undefined>(undefined)
/** The product whose schedule is being ended. */
export const ending = signal<string | undefined>(undefined)
/** Why a schedule was not ended. */
export const endFault = signal('')
/** The names of variants that change by their ids, and of products that are deleted. */
export const names = signal<ReadonlyMap<string, string>>(new Map())

/** The name of the product of a schedule. */
export const nameOf = ({ product_id }: Schedule): string =>
  String(rowNow(product_id)?.values.name ?? names.value.get(product_id) ?? '…')

/** How often the list was read: one that is slow to come does not take the place of a later one. */
let readings = 0

/** Reads the first schedules, of one product or of all. */
export async function readScheduled(product: string | undefined): Promise<void> {
  batch(() => {
    endFault.value = ''
    asked.value = undefined
  })
  await read(product, [])
}

/** Reads the schedules after those that are there. */
export async function readMore(): Promise<void> {
  const before = scheduled.value
  if (before?.next) await read(before.product, before.schedules, before.next)
}

async function read(
  product: string | undefined,
  before: readonly Schedule[],
  cursor?: string,
): Promise<void> {
  const opened = openSession()
  const reading = ++readings
  batch(() => {
    isReading.value = true
    trouble.value = ''
  })
  try {
    const { schedules, next } = await readSchedules(opened.api, product, cursor)
    if (reading === readings) list.value = { opened, product, schedules: [...before, ...schedules], next }
  } catch (error) {
    if (reading === readings) stopIn(opened, error)
  } finally {
    if (reading === readings) isReading.value = false
  }
}

/** Finds the names of the products in schedules and of their variants, where they are not known yet. */
export async function findNames(schedules: readonly Pick<Schedule, 'product_id' | 'patch'>[]): Promise<void> {
  const opened = openSession()
  try {
    for (const { product_id: id, patch } of schedules) {
      const isThere = names.value.has(id) || (await findProduct(id))
      if (isLeft(opened)) return
      if (!isThere) note([[id, 'Deleted product']])
      else if (patch.variants?.some((variant) => !names.value.has(variant.id))) await findVariants(opened, id)
      if (isLeft(opened)) return
    }
  } catch (error) {
    stopIn(opened, error)
  }
}

async function findVariants(opened: Session, product: string): Promise<void> {
  try {
    const { variants } = await readVariants(opened.api, product)
    note(variants.map(({ id, option_values }) => [id, Object.values(option_values).join(' / ')]))
  } catch (error) {
    // Those of a product that is deleted have none.
    if (!isRefusal(error)) throw error
  }
}

function note(found: readonly (readonly [id: string, name: string])[]): void {
  names.value = new Map([...names.value, ...found])
}

/** Cancels a schedule, or takes it back, if it is the one that was shown: one at a time. */
export async function end(schedule: Schedule): Promise<void> {
  if (ending.value !== undefined) return
  const opened = openSession()
  const { product_id: id } = schedule
  batch(() => {
    asked.value = undefined
    ending.value = id
    endFault.value = ''
    trouble.value = ''
  })
  try {
    if ((await isEnded(opened, schedule)) && isInForce(schedule) && !isLeft(opened))
      await readAgain(opened, id)
  } catch (error) {
    stopIn(opened, error)
  } finally {
    ending.value = undefined
  }
}

async function isEnded(opened: Session, schedule: Schedule): Promise<boolean> {
  const { product_id: id } = schedule
  const name = nameOf(schedule)
  try {
    await endSchedule(opened.api, schedule)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (isLeft(opened)) return false
    const { words, isOver } = refusedEnd(error.problem?.code, name)
    endFault.value = words ?? wordsOf(error)
    const { schedules } = await readSchedules(opened.api, id)
    put(opened, id, schedules[0])
    return isOver
  }
  if (isLeft(opened)) return false
  put(opened, id, undefined)
  said.value = endedWords(schedule, name)
  return true
}

/** Shows the schedule of a product in its place, or that there is none. */
export function put(opened: Session, product: string, now: Schedule | undefined): void {
  const { value } = list
  if (value?.opened !== opened) return
  const at = value.schedules.findIndex(({ product_id }) => product_id === product)
  const schedules = value.schedules.filter((_, n) => n !== at)
  if (now) schedules.splice(at < 0 ? schedules.length : at, 0, now)
  list.value = { ...value, schedules }
}

/** Brings a product, and its variants where they are shown, with the values that it has again. */
async function readAgain(opened: Session, id: string): Promise<void> {
  try {
    const product = await readProduct(opened.api, id)
    if (isLeft(opened)) return
    putMerged([productRow(product, quantityOf(id))])
  } catch (error) {
    if (isRefusal(error)) return
    throw error
  }
  if (!unfolded.value.has(id)) return
  fold(id)
  await unfold([id])
}
