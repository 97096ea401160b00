/** The command as it is called: npx runs the package that is installed in the folder. */
export const COMMAND = 'npx storehatch'

/** The way out of a missing key. */
export const LOGIN = `run \`${COMMAND} login\`, or set STOREFRONT_URL and STOREFRONT_API_KEY`
