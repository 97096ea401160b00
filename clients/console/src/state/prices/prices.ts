import { batch, computed, signal } from '@preact/signals'
import type { Plan } from '../../api/price-plans.ts'
import { type PriceLine, worksAgain, worksBack } from '../../rules/prices/price-lines.ts'
import { type PriceWork, worksOf } from '../../rules/prices/price-work.ts'
import { laterWork } from '../later-work.ts'
import { openSession, rowNow } from '../store.ts'
import { wantedPrices } from '../wanted-prices.ts'

/** Products of one dry run that can be carried out. */
export interface PricePart {
  plan: Plan
  lines: readonly PriceLine[]
  /** True if it was sent, and no response came: sent again, it has its effect once. */
  isLost: boolean
}

/** A change of prices: it is tried in parts, and then carried out in the same parts. */
export interface PriceRun {
  title: string
  /** Products that are not tried yet. */
  waiting: readonly PriceWork[]
  /** Products that were tried, and can be changed. */
  parts: readonly PricePart[]
  /** Products that are changed, or cannot be. */
  settled: readonly PriceLine[]
}

/** The change on the screen. */
export const priceRun = signal<PriceRun | undefined>(undefined)
/** What goes on: a new object each time, by which a late response is known. */
export const activity = signal<{ is: 'trying' | 'changing' } | undefined>(undefined)
/** True if the change ends after the part that is under way. */
export const isStopping = signal(false)
export const pricesFault = signal('')

/** Every product that was tried. */
export const lines = computed<readonly PriceLine[]>(() => {
  const { settled = [], parts = [] } = priceRun.value ?? {}
  return [...settled, ...parts.flatMap((part) => part.lines)]
})

laterWork.add({
  forget() {
    batch(() => {
      priceRun.value = undefined
      activity.value = undefined
      pricesFault.value = ''
    })
  },
  // Nobody has seen yet what would be done under another key.
  resume: async () => {},
})

/** Begins the change that was chosen in the table, if there is a new one. */
export function takeWanted(): boolean {
  const { value: wanted } = wantedPrices
  if (!wanted) return false
  wantedPrices.value = undefined
  const nameOf = (product: string) => String(rowNow(product)?.values.name ?? '')
  return begin(`Change prices by ${wanted.percent} %`, worksOf(wanted.rows, wanted.percent, nameOf))
}

/** Begins the same change for products that were left as they are, and can be tried again. */
export const takeAgain = (): boolean => begin(priceRun.value?.title ?? '', worksAgain(lines.value))

/** Begins to put the earlier prices back. */
export const takeBack = (): boolean => begin('Put the earlier prices back', worksBack(lines.value))

function begin(title: string, waiting: readonly PriceWork[]): boolean {
  openSession()
  const isOpen = activity.value?.is === 'changing' || priceRun.value?.parts.some(({ isLost }) => isLost)
  pricesFault.value = isOpen ? 'The change before has to come to its end first.' : ''
  if (isOpen) return false
  batch(() => {
    activity.value = undefined
    priceRun.value = { title, waiting, parts: [], settled: [] }
  })
  return true
}

/** Stops the dry run at once, and a change after the part that is under way. */
export function stop(): void {
  if (activity.value?.is === 'changing') isStopping.value = true
  else activity.value = undefined
}
