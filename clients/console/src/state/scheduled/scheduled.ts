import { signal } from '@preact/signals'
import { isRefusal, wordsOf } from '../../api/client.ts'
import { readProduct, readVariants } from '../../api/reading.ts'
import { endSchedule, readSchedules } from '../../api/schedules.ts'
import { productRow } from '../../rules/rows.ts'
import { endedWords, isInForce, refusedEnd, type Schedule } from '../../rules/scheduled/schedule-words.ts'
import { listingOf } from '../listing.ts'
import { findProduct, fold, unfold } from '../reading-shop.ts'
import { quantityOf } from '../stock.ts'
import { isLeft, openSession, putMerged, rowNow, type Session, said, unfolded } from '../store.ts'
import { stopIn } from '../trouble.ts'

/** The schedules, in the order of their products. */
export const schedules = listingOf(readSchedules)

/** The names of variants that change by their ids, and of products that are deleted. */
export const names = signal<ReadonlyMap<string, string>>(new Map())

/** The name of the product of a schedule. */
export const nameOf = ({ product_id }: Schedule): string =>
  String(rowNow(product_id)?.values.name ?? names.value.get(product_id) ?? '…')

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
export const end = (schedule: Schedule): Promise<void> =>
  schedules.end(schedule.product_id, async (opened) => {
    if ((await isEnded(opened, schedule)) && isInForce(schedule) && !isLeft(opened))
      await readAgain(opened, schedule.product_id)
  })

async function isEnded(opened: Session, schedule: Schedule): Promise<boolean> {
  const { product_id: id } = schedule
  const name = nameOf(schedule)
  try {
    await endSchedule(opened.api, schedule)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (isLeft(opened)) return false
    const { words, isOver } = refusedEnd(error.problem?.code, name)
    schedules.fault.value = words ?? wordsOf(error)
    const { data } = await readSchedules(opened.api, id)
    put(opened, id, data[0])
    return isOver
  }
  if (isLeft(opened)) return false
  put(opened, id, undefined)
  said.value = endedWords(schedule, name)
  return true
}

/** Shows the schedule of a product in its place, or that there is none. */
export function put(opened: Session, product: string, now: Schedule | undefined): void {
  schedules.put(opened, (items) => {
    const at = items.findIndex(({ product_id }) => product_id === product)
    const next = items.filter((_, n) => n !== at)
    if (now) next.splice(at < 0 ? next.length : at, 0, now)
    return next
  })
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
