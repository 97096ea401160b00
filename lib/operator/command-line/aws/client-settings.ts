/** The settings of each AWS client of a command. Without them a request that is never responded to never ends. */
export const CLIENT_SETTINGS = {
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
}
