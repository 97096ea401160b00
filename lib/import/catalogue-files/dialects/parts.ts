import { createHash } from 'node:crypto'
import { isExternalId } from '../../../domain/products/product.ts'
import { quoted } from '../../../domain/text/quoted.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { amountParts, type DecimalMark, HAS_COMMA, HAS_POINT, parseAmount } from '../amount.ts'
import { type Decimal, lessThan } from '../decimal.ts'
import { isHtml, textOfHtml, withoutEntities } from '../html-text.ts'
import type { Note } from '../note.ts'

/** The limits of a product, where a file of another system may have more. */
const MOST_IMAGES = 10
const MOST_TAGS = 20
const LONGEST_TAG = 50
const LONGEST_DESCRIPTION = 5_000

/**
 * The external id of what another system, if it is one, calls so; of a name that has no room in one, or other characters, its
 * digest.
 */
export function externalIdOf(source: string, name: string, notes: Note[]): string {
  const begin = source && `${source}:`
  const plain = `${begin}${name}`
  if (isExternalId(plain)) return plain
  const digest = `${begin}${createHash('sha256').update(name).digest('base64url')}`
  notes.push({ loss: 'external_id', detail: `${quoted(name)} became ${digest}` })
  return digest
}

/** A text with a line feed wherever one of its lines ends in a way that the API refuses. */
export const withLineFeeds = (text: string) => text.replace(/\r\n?|[\v\f]/g, '\n')

/** A cell as a description: plain text, cut where it is too long. Throws `Unreadable` for HTML nested too deep. */
export function descriptionOf(cell: string, notes: Note[]): string {
  const text = [...withLineFeeds(isHtml(cell) ? textOfHtml(cell) : withoutEntities(cell))]
  if (text.length > LONGEST_DESCRIPTION) {
    const detail = `the description has ${text.length} characters, of which the first ${LONGEST_DESCRIPTION} are imported`
    notes.push({ loss: 'description', detail })
  }
  return text.slice(0, LONGEST_DESCRIPTION).join('')
}

/** The tags that a product has room for. */
export function tagsOf(tags: readonly string[], notes: Note[]): string[] {
  const fitting = tags.filter((tag) => [...tag].length <= LONGEST_TAG)
  const kept = new Set(fitting.slice(0, MOST_TAGS))
  for (const tag of tags) {
    const why =
      [...tag].length > LONGEST_TAG
        ? `is longer than ${LONGEST_TAG} characters`
        : `is beyond ${MOST_TAGS} tags`
    if (!kept.has(tag)) notes.push({ loss: 'tag', detail: `the tag "${tag}" ${why}` })
  }
  return [...kept]
}

/** A picture as a file has it. */
export interface Picture {
  url: string
  alt?: string
}

/** The pictures that a product has room for, each once. */
export function picturesOf(pictures: readonly Picture[], notes: Note[]): Picture[] {
  const different = [...new Map(pictures.map((one) => [one.url, one])).values()]
  for (const { url } of different.slice(MOST_IMAGES))
    notes.push({ loss: 'image', detail: `${url} is beyond ${MOST_IMAGES} images` })
  return different.slice(0, MOST_IMAGES)
}

/**
 * The earlier price in a cell, which must not be below the price; null if it says none. Other systems let anything stay in
 * it.
 */
export function earlierPriceOf(cell: string | null, price: string | null, notes: Note[]): string | null {
  if (amountIn(cell)?.digits === 0n) return null
  if (!isBelow(cell, price)) return cell
  notes.push({ loss: 'earlier_price', detail: `the earlier price ${cell} is below the price ${price}` })
  return null
}

/** `1.299`: of two such amounts the same is the smaller one, whatever the point means. */
const ONE_POINT = /^\d{1,3}\.\d{3}$/

/**
 * True if both cells are amounts, and the first one is below the other. `1.299` next to `999` counts as no amount, because nobody
 * can know it from two amounts: the decimal mark of the file does.
 */
export function isBelow(cell: string | null, other: string | null): boolean {
  const both = [cell ?? '', other ?? ''].map((one) => amountParts(one)?.number ?? '')
  const isPoint = both.every((one) => ONE_POINT.test(one)) || both.some((one) => HAS_POINT.test(one))
  const mark = both.some((one) => HAS_COMMA.test(one)) ? ',' : isPoint ? '.' : undefined
  const [one, two] = [amountIn(cell, mark), amountIn(other, mark)]
  return one !== undefined && two !== undefined && lessThan(one, two)
}

function amountIn(cell: string | null, mark?: DecimalMark): Decimal | undefined {
  try {
    return cell === null ? undefined : parseAmount(cell, mark)?.decimal
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
