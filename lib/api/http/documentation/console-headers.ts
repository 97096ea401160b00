/** True for the console and the files that it loads, which are among the pages of the documentation. */
export const isConsole = (name: string): boolean => /^console(-[0-9A-Z]{8}\.(js|css))?$/.test(name)

/**
 * The console's own headers. An API key is typed there, and other pages of the origin show texts of strangers: no page
 * that opens the console can reach into it, and nothing in it can become a script.
 */
export const CONSOLE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' https: data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'noopener-allow-popups',
  'x-robots-tag': 'noindex',
}
