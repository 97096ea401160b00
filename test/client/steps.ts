/** The fate of one request of a client. */
export type Step = (request: Request) => Promise<Response>

/** It reaches the stack. */
export const reach: Step = (request) => fetch(request)
/** It is refused on the way. */
export const answer =
  (status: number, headers: Record<string, string> = {}): Step =>
  async () =>
    new Response('{"message":"no"}', { status, headers: { 'content-type': 'application/json', ...headers } })
/** It reaches nobody. */
export const lost: Step = async () => {
  throw new TypeError('fetch failed')
}
