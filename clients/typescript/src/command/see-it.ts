import { unwrap } from '../problem.ts'
import type { Connection } from './connection.ts'
import { oneLine } from './error-line.ts'

const WITHIN_MS = 3_000

/**
 * Prints on stderr where the shop of a connection can be seen. Nothing if a HEAD of the page is not 200: a deployment can be
 * without such pages, and no command fails for this line.
 */
export async function saySeeIt({ client, url }: Connection, knownSlug?: string): Promise<void> {
  try {
    const slug = knownSlug ?? (await unwrap(client.GET('/business'))).slug
    const address = `${url}/shop/${slug}`
    const signal = AbortSignal.timeout(WITHIN_MS)
    const { status } = await fetch(address, { method: 'HEAD', redirect: 'manual', signal })
    if (status === 200) console.error(oneLine(`See it: ${address}`))
  } catch {
    // The work of the command is done.
  }
}
