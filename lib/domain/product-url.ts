import { localAddresses } from './local-addresses.ts'

/** The pages of a shop, as its template says them: `https://shop.example/p/{slug}?variant={variant_id}`. */

const PLAIN = String.raw`[^\s\x00-\x1f{}\\`
const NAME = String.raw`|\{slug\}|\{id\}`
const PATH = `(?:${PLAIN}?#]${NAME})*`
const PARAMETER = String.raw`(?:${PLAIN}#&=]+=\{variant_id\}|(?:${PLAIN}#&]${NAME})*)`

/** https, a host, and behind it placeholders: `{variant_id}` as the value of a parameter of the query. No other braces. */
export const URL_TEMPLATE = new RegExp(
  [
    String.raw`^[hH][tT][tT][pP][sS]://${PLAIN}@/?#:<>^|\[\]]+(?::[0-9]+)?`,
    `(?:/${PATH})?`,
    String.raw`(?:\?${PARAMETER}(?:&${PARAMETER})*)?`,
    `(?:#(?:${PLAIN}]${NAME})*)?$`,
  ].join(''),
)

const LOCAL = /^http:(?=\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/)/

/**
 * True for a template that gives each product a page of its own, and has each placeholder once at most. On a local stack the
 * pages can be on this machine, over http.
 */
export const isUrlTemplate = (text: string): boolean =>
  URL_TEMPLATE.test(localAddresses.areAllowed ? text.replace(LOCAL, 'https:') : text) &&
  ['{slug}', '{id}', '{variant_id}'].every((name) => text.split(name).length <= 2) &&
  URL.canParse(text.replaceAll(/[{}]/g, '')) &&
  // A path such as `{slug}/..` would be the same page for all.
  productUrl(text, { id: 'a', slug: 'a' }) !== productUrl(text, { id: 'b', slug: 'b' })

/** The parameter of the variant, with what parts it from the one before it or behind it. */
const OF_VARIANT =
  /(?:&[^&#?=]+=\{variant_id\}|(?<=\?)[^&#?=]+=\{variant_id\}&|\?[^&#?=]+=\{variant_id\}(?!&))/

/** The address of the page of a product, and of one of its variants if it is named. The template is one of `isUrlTemplate`. */
export function productUrl(
  template: string,
  { id, slug }: { id: string; slug: string },
  variantId?: string,
): string {
  const wanted = variantId === undefined ? template.replace(OF_VARIANT, '') : template
  return new URL(
    wanted
      .replaceAll('{slug}', encodeURIComponent(slug))
      .replaceAll('{id}', id)
      .replaceAll('{variant_id}', variantId ?? ''),
  ).href
}
