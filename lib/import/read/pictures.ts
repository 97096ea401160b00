import * as v from 'valibot'
import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import { pictureUrl } from '../../domain/picture-url.ts'
import { pixels } from '../../domain/products/image.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { picturesOf } from '../catalogue-files/dialects/parts.ts'
import { fewEntries, MOST_ENTRIES } from '../catalogue-files/entries.ts'
import type { Note } from '../catalogue-files/note.ts'

/**
 * A comma or a semicolon is part of a URL, unless another one or a picture of Wix follows. Looked for once in a run of them: else
 * a long one takes quadratic time.
 */
const BETWEEN_URLS = /(?<![,;\s])[,;\s]+(?=[a-z][a-z\d+.-]*:\/\/|[\w-]+~mv2)/i

/** A picture as an export of Wix names it, without the address under which Wix serves all of them. */
const OF_WIX = /^[\w-]+~mv2\w*\.[a-z]{3,4}$/i
const WIX = 'https://static.wixstatic.com/media/'

const LONGEST_URL = 2_048

interface PictureRules {
  /** Takes what is left out or changed. */
  notes: Note[]
}

/**
 * The pictures of a product: URLs in a list, or in a text with delimiters between them, or objects `{url, alt, width, height}`. All
 * other members of a source's objects are ignored, and a picture that no page can show does not refuse the row.
 */
export function readPictures(value: unknown, { notes }: PictureRules): unknown {
  const entries = typeof value === 'string' ? urlsIn(value) : value
  if (!Array.isArray(entries)) return entries
  const pictures = fewEntries(entries).flatMap((entry: unknown) => readPicture(entry, { notes }) ?? [])
  return pictures.every((one) => isPicture(one)) ? picturesOf(pictures, notes) : pictures
}

/** The URLs in a text; of too many, one more than the limit, so that readers notice. */
export const urlsIn = (text: string): string[] =>
  text
    .split(text.includes('|') ? '|' : BETWEEN_URLS, MOST_ENTRIES + 1)
    .map((url) => url.trim())
    .filter(Boolean)

const isPicture = (one: unknown): one is { url: string; alt?: string } =>
  isJsonObject(one) && typeof one.url === 'string'

/** One picture, null if it is left out. Something of another type is for the rules of the API to refuse. */
export function readPicture(entry: unknown, { notes }: PictureRules): unknown {
  if (typeof entry === 'string') return readPicture({ url: entry }, { notes })
  if (!isJsonObject(entry) || typeof entry.url !== 'string') return entry
  const url = readUrl(entry.url, notes)
  if (url === undefined) return null
  return { url, ...(typeof entry.alt === 'string' && { alt: entry.alt }), ...readSize(entry, url, notes) }
}

/** The width and height of a picture, null if it is said to have none. Others than a picture can have are left out, with a note. */
function readSize({ width, height }: JsonObject, url: string, notes: Note[]): JsonObject {
  if (width === undefined && height === undefined) return {}
  if ((width ?? height ?? null) === null) return { width: null, height: null }
  if (v.is(pixels, width) && v.is(pixels, height)) return { width, height }
  const detail = `the width and the height of ${url} are not whole numbers from 1 to 20,000`
  notes.push({ loss: 'image_size', detail })
  return {}
}

/** The URL of a picture that a page with TLS can show; blanks in it are encoded. Undefined, with a note, if no page can show it. */
function readUrl(written: string, notes: Note[]): string | undefined {
  const text = written.trim()
  const whole = OF_WIX.test(text) ? WIX + text : text.replace(/^\/\//, 'https://')
  const url = whole.replace(/\s/g, encodeURIComponent)
  const fault = faultOf(url)
  if (fault !== undefined) {
    notes.push({ loss: 'image', detail: `${text} ${fault}` })
    return undefined
  }
  if (url !== text) notes.push({ loss: 'image_url', detail: `${quoted(text)} became ${url}` })
  return url
}

/** Why a URL cannot be a picture's; undefined if it can. */
function faultOf(url: string): string | undefined {
  if (v.safeParse(pictureUrl, url).success) return undefined
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(url) || !URL.canParse(url)) return 'is not a URL'
  if (!/^https:/i.test(url)) return 'is not https'
  return url.length > LONGEST_URL
    ? `is longer than ${LONGEST_URL} characters`
    : 'is not a URL of a public picture'
}
