import { signal } from '@preact/signals'
import {
  ownerOfExternalId,
  ownerOfSku,
  type ProductFilter,
  productPages,
  searchPublished,
} from '../api/reading.ts'
import { STATUSES } from '../rules/cell-text.ts'
import type { Product } from '../rules/rows.ts'
import { addProducts, bring } from './reading-shop.ts'
import { chooseFirst } from './selection.ts'
import { isLeft, openSession, order, query, rows, type Session, said } from './store.ts'
import { stopFor } from './trouble.ts'

/** True while the whole shop is looked through. */
export const isFinding = signal(false)

/** So many products more are read at once. */
const MORE = 200

/** How far the list of a status and a category is read. */
let list: { of: string; opened: Session; pages: AsyncGenerator<Product[]> } | undefined

/** Carries out one of the searches below; another one begins only after it. */
export async function find(search: () => Promise<string>): Promise<void> {
  if (isFinding.value) return
  const opened = openSession()
  isFinding.value = true
  try {
    const result = await search()
    if (!isLeft(opened)) said.value = result
  } catch (error) {
    list = undefined
    if (!isLeft(opened)) stopFor(error)
  } finally {
    isFinding.value = false
  }
}

/** Looks for the words as a SKU or an external id. Returns what it found, in a sentence. */
export async function findExactly(): Promise<string> {
  const words = query.value.words.trim()
  const { api } = openSession()
  const owner = (await ownerOfSku(api, words)) ?? (await ownerOfExternalId(api, words))
  if (owner === undefined) return `The shop has no SKU and no external id ${words}`
  await show([owner])
  return `Found ${words}`
}

/** Looks for the words among the published products, as shoppers do. Returns what it found, in a sentence. */
export async function findPublished(): Promise<string> {
  const { words } = query.value
  const ids = await searchPublished(openSession().api, words)
  await show(ids)
  return ids.length === 0 ? `No published product has the words ${words}` : `Found ${ids.length} for ${words}`
}

/** Reads more products of the chosen status and category. Returns how many, in a sentence. */
export async function findMore(): Promise<string> {
  const opened = openSession()
  const before = rows.value.size
  const pages = pagesOfQuery()
  while (rows.value.size < before + MORE) {
    const { value, done } = await pages.next()
    if (isLeft(opened)) return ''
    if (done) return `All of these are loaded: ${rows.value.size - before} more`
    addProducts(value)
  }
  return `${rows.value.size - before} more loaded`
}

function pagesOfQuery(): AsyncGenerator<Product[]> {
  const { status, category } = query.value
  const of = `${status} ${category}`
  const opened = openSession()
  if (list?.of !== of || list.opened !== opened) {
    const filter: ProductFilter = { ...(category && { category }), ...(isStatus(status) && { status }) }
    list = { of, opened, pages: productPages(opened.api, filter) }
  }
  return list.pages
}

const isStatus = (text: string): text is NonNullable<ProductFilter['status']> => STATUSES.includes(text)

/** Shows products at the top of what is in view, also if the words are not in their rows. */
async function show(ids: readonly string[]): Promise<void> {
  await bring(ids)
  const fresh = ids.filter((id) => !order.value.includes(id) && rows.value.has(id))
  order.value = [...fresh, ...order.value]
  chooseFirst()
}
