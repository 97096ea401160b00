const WITHIN_MS = 2_000

/** The address of a business's page on a deployment; undefined if a HEAD of it is not 200, as with `shopPage` off. */
export async function shopPageAt(baseUrl: string, slug: string): Promise<string | undefined> {
  const address = `${baseUrl}/shop/${slug}`
  const signal = AbortSignal.timeout(WITHIN_MS)
  const request = fetch(address, { method: 'HEAD', redirect: 'manual', signal })
  return request.then(
    ({ status }) => (status === 200 ? address : undefined),
    () => undefined,
  )
}
