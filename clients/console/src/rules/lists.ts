import type { components } from '../../../typescript/src/api.ts'

export type Image = components['schemas']['Image']

/** The tags in the text of a cell; none in a text that is not a list. */
export const tagsIn = (text: string): string[] => listIn(text).filter((tag) => typeof tag === 'string')

/** The pictures in the text of a cell; none in a text that is not a list. */
export const imagesIn = (text: string): Image[] => listIn(text).filter(isImage)

/** A list as the text of a cell, in which equal lists are equal texts. */
export const listText = (list: readonly string[] | readonly Image[]): string =>
  list.length === 0 ? '' : JSON.stringify(list.map((one) => (typeof one === 'string' ? one : inOrder(one))))

const inOrder = ({ url, alt, width, height }: Image): Image => ({
  url,
  alt,
  ...(width !== undefined && height !== undefined && { width, height }),
})

function listIn(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text || '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

const isImage = (value: unknown): value is Image =>
  typeof value === 'object' &&
  value !== null &&
  'url' in value &&
  typeof value.url === 'string' &&
  'alt' in value &&
  typeof value.alt === 'string'

const LONGEST_URL = 2_048
/** Without a name and a password before the host; behind it an `@` is only a letter. */
const HTTPS = /^https:\/\/[^\s@/?#\\]+([/?#\\]\S*)?$/i
/** Those of a local stack are not at https. */
const LOCAL_PICTURE = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/media\/[\w./-]+$/

/** True for an address that a page can show a picture from. */
export const isPictureUrl = (url: string): boolean =>
  url.length <= LONGEST_URL && ((HTTPS.test(url) && URL.canParse(url)) || LOCAL_PICTURE.test(url))

const MOST_TAGS = 20
const LONGEST_TAG = 50
const MOST_IMAGES = 10
const LONGEST_ALT = 500

/** The length as the API counts it: in code points. */
export const lengthOf = (text: string): number => [...text].length

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x1f]/

function faultOfLine(name: string, text: string, most: number): string | undefined {
  if (CONTROL.test(text)) return `${name} is not one line.`
  return lengthOf(text) > most ? `${name} is longer than ${most} characters.` : undefined
}

/** Why tags cannot be saved. */
export function faultOfTags(tags: readonly string[]): string | undefined {
  if (tags.length > MOST_TAGS) return `A product has at most ${MOST_TAGS} tags: these are ${tags.length}.`
  for (const [n, tag] of tags.entries()) {
    const fault = tag === '' ? `Tag ${n + 1} is empty.` : faultOfLine(`Tag ${n + 1}`, tag, LONGEST_TAG)
    if (fault) return fault
  }
  return undefined
}

/** Why pictures cannot be saved. */
export function faultOfImages(images: readonly Image[]): string | undefined {
  if (images.length > MOST_IMAGES)
    return `A product has at most ${MOST_IMAGES} pictures: these are ${images.length}.`
  for (const [n, { url, alt }] of images.entries()) {
    if (!isPictureUrl(url)) return `Picture ${n + 1} has no https address.`
    const fault = faultOfLine(`The description of picture ${n + 1}`, alt, LONGEST_ALT)
    if (fault) return fault
  }
  return undefined
}

/** The list with the element of this place one place further up (-1) or down (1), if there is one. */
export function moved<Item>(list: readonly Item[], from: number, by: -1 | 1): Item[] {
  const next = [...list]
  const [one, other] = [list[from], list[from + by]]
  if (one === undefined || other === undefined) return next
  next[from] = other
  next[from + by] = one
  return next
}
