import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type CheckedTarget, checkTarget, type Egress } from '../../delivery/send/egress-guard.ts'
import { type Resolve, resolveName } from '../../delivery/send/resolve-name.ts'
import { MAX_SOURCE_BYTES } from '../../domain/media.ts'
import { quoted } from '../../domain/text/quoted.ts'

/** The bytes behind an address, or a sentence that says why they could not be read. */
export type Fetched = { bytes: Buffer } | { fault: string }

export interface FetchOptions extends Egress {
  resolve?: Resolve
  timeoutMs?: number
}

/** For everything: names, connections, redirects and the body. */
const TIMEOUT_MS = 10_000
const MOST_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]

const TOO_LARGE = `has more than ${MAX_SOURCE_BYTES / 1024 ** 2} MB`

/**
 * Reads the picture at an address with GET. It and each address that it redirects to is checked right before the
 * connection, as the target of a webhook is. Never rejects.
 */
export async function fetchPicture(
  address: string,
  { loopback, resolve = resolveName, timeoutMs = TIMEOUT_MS }: FetchOptions,
): Promise<Fetched> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  try {
    return await follow(address, { loopback, resolve, signal: abort.signal })
  } catch {
    return { fault: abort.signal.aborted ? `took more than ${timeoutMs / 1000} s` : 'could not be reached' }
  } finally {
    clearTimeout(timer)
    // Nothing of a response that was given up stays open.
    abort.abort()
  }
}

interface Following extends Egress {
  resolve: Resolve
  signal: AbortSignal
}

async function follow(address: string, { loopback, resolve, signal }: Following): Promise<Fetched> {
  let next = address
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const target = await checkTarget(next, { loopback }, resolve, signal)
    if (!target) return { fault: 'leads to an address that is not allowed' }
    const response = await get(target, signal)
    const { statusCode = 0, headers } = response
    const { location, 'content-encoding': coding = 'identity' } = headers
    if (statusCode === 200 && coding === 'identity') return read(response)
    response.destroy()
    if (statusCode === 200) return { fault: `responds with a content coding, ${quoted(coding)}` }
    if (location === undefined || !REDIRECTS.includes(statusCode))
      return { fault: `responds with the status ${statusCode}` }
    const following = URL.parse(location, target.url.href)
    if (!following) return { fault: 'redirects to an address that cannot be read' }
    // Browsers keep it for themselves, and the check refuses one.
    following.hash = ''
    next = following.href
  }
  return { fault: `redirects more than ${MOST_REDIRECTS} times` }
}

function get({ url, lookup }: CheckedTarget, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = url.protocol === 'http:' ? requestHttp : requestHttps
  const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Storefront/1' }
  // A connection of its own, to the addresses that were checked.
  request(url, { headers, lookup, signal, agent: false, rejectUnauthorized: true })
    .on('response', resolve)
    .on('error', reject)
    .end()
  return promise
}

/** Counts while it reads: a length in the head can be missing, or wrong. */
async function read(response: IncomingMessage): Promise<Fetched> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_SOURCE_BYTES) {
      response.destroy()
      return { fault: TOO_LARGE }
    }
    parts.push(part)
  }
  return { bytes: Buffer.concat(parts) }
}
