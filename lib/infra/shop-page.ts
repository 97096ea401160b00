/** Texts of clients/shop/index.html, and the texts of the page that a deployment serves. */
const CHANGES: readonly [from: string, to: string][] = [
  ["const BUSINESS = 'demo'", "const BUSINESS = location.pathname.split('/')[4]"],
  ["const FOLDER = '/'", "const FOLDER = API_BASE_URL + '/shop/' + BUSINESS + '/'"],
  [
    '// For tests, the address of this page can set the API and the shop: /?shop=acme&api=http://localhost:4000/api/v1\n',
    '',
  ],
  ['// Remove both at() from a page that you publish: a link must not choose the shop that it shows.\n', ''],
  ["at('api') ?? API_BASE_URL", 'API_BASE_URL'],
  ["at('shop') ?? BUSINESS", 'BUSINESS'],
  ["const PARAMETERS = ['shop', 'api', ", 'const PARAMETERS = ['],
  // The gateway may have no route for a slash at the end.
  ['return FOLDER + path + ', 'return (path ? FOLDER + path : FOLDER.slice(0, -1)) + '],
]

/**
 * Makes the page of every shop of a deployment from the page that one copies. It reads the slug from its own address, so that
 * nothing of a request is ever written into it. Throws if a text to change is not there exactly once.
 */
export const shopPageOf = (html: string): string =>
  CHANGES.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`the shop's page must have this exactly once: ${from}`)
    return text.replace(from, () => to)
  }, html)
