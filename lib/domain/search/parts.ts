import { productsWith } from './lookup.ts'
import type { Postings } from './word-count.ts'

/** The most places between letters and digits at which a word is cut: each more would double the ways to cut it. */
const MOST_BORDERS = 5

/** The most ways to cut a word that are tried, whatever a shop's words are: each reads the products that have its parts once. */
const MOST_TRIED = 5

/** Parts of letters are that long at least, or any word would be made of two. */
const SHORTEST_PART = 3

/** The words that one is made of. */
interface Parts {
  words: string[]
  /** How many products have the rarest of them. */
  frequency: number
}

/**
 * The words of the index that this one is made of, which one product at least has all of: the fewest, and of several the ones
 * of which the rarest is the most frequent. Letters are cut in two, and letters and digits from each other: `m8x40`. A number is never
 * cut.
 */
export function partsOf(postings: Postings, text: string): Parts | undefined {
  const ways = [...halvesOf(text), ...cutAtBorders(text)].flatMap((words) => {
    const lists = words.map((word) => productsWith(postings, word))
    const frequency = Math.min(...lists.map(({ length }) => length))
    return frequency > 0 ? [{ words, lists, frequency }] : []
  })
  return ways
    .sort((a, b) => a.words.length - b.words.length || b.frequency - a.frequency)
    .slice(0, MOST_TRIED)
    .find(({ lists }) => haveOneInCommon(lists))
}

function halvesOf(text: string): string[][] {
  const halves = []
  for (let end = SHORTEST_PART; end <= text.length - SHORTEST_PART; end++) {
    const isInNumber = /^\p{N}{2}$/u.test(text.slice(end - 1, end + 1))
    if (!isInNumber) halves.push([text.slice(0, end), text.slice(end)])
  }
  return halves
}

/** Every way to cut a word between its letters and digits, in at least one place. */
function cutAtBorders(text: string): string[][] {
  const runs = text.match(/\p{N}+|[^\p{N}]+/gu) ?? []
  if (runs.length > MOST_BORDERS + 1) return []
  const [first = '', ...others] = runs
  let ways = [[first]]
  for (const run of others)
    ways = ways.flatMap((way) => [
      [...way, run],
      [...way.slice(0, -1), `${way.at(-1) ?? ''}${run}`],
    ])
  return ways.filter((way) => way.length > 1)
}

function haveOneInCommon([first, ...others]: Uint32Array[]): boolean {
  const sets = others.map((list) => new Set(list))
  return first?.some((product) => sets.every((set) => set.has(product))) ?? false
}
