/** The command as it is called: it runs the installed package and never installs one, because the name is another's on the registry. */
export const COMMAND = 'npx --no storefront'

/** The way out of a missing key. */
export const LOGIN = `run \`${COMMAND} login\`, or set STOREFRONT_URL and STOREFRONT_API_KEY`
