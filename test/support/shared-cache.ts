import { gunzipSync } from 'node:zlib'
import { type Lines, type Received, send } from './send.ts'

/** The entry of a cache: a request and its response. */
interface Entry {
  request: Record<string, string>
  answer: Received
}

/**
 * A shared cache as RFC 9111 lets one be, at its greediest: whatever may be stored is stored (§3), entries never
 * grow old, and only the URL and the headers named by `Vary` choose between them (§4.1).
 */
export class SharedCache {
  private readonly entries = new Map<string, Entry[]>()
  hits = 0

  /** The answer to a GET or HEAD, and whether it came from here. */
  async send(path: string, headers: Record<string, string>, method: string) {
    const kept = this.entries.get(path)?.find((entry) => this.fits(entry, headers))
    if (kept) {
      this.hits++
      return { answer: kept.answer, isHit: true }
    }
    const answer = await send(path, headers satisfies Lines, method)
    if (method === 'GET' && mayStore(headers, answer))
      this.entries.set(path, [...(this.entries.get(path) ?? []), { request: headers, answer }])
    return { answer, isHit: false }
  }

  /** Every stored answer with the headers it was asked with. */
  stored(): Entry[] {
    return [...this.entries.values()].flat()
  }

  private fits({ request, answer }: Entry, headers: Record<string, string>): boolean {
    const names = String(answer.headers.vary ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
    return !names.includes('*') && names.every((name) => request[name] === headers[name])
  }
}

/** RFC 9111 §3 and §3.5. A 304 answers one client's own condition and is never kept here. */
function mayStore(request: Record<string, string>, { status, headers }: Received): boolean {
  const control = String(headers['cache-control'] ?? '').toLowerCase()
  if (/no-store|private/.test(control) || status === 304 || status === 206) return false
  return request.authorization === undefined || /public|s-maxage|must-revalidate/.test(control)
}

/** The text of an answer, uncompressed; an answer to HEAD has none. */
export const textOf = ({ headers, body }: Received) =>
  (headers['content-encoding'] === 'gzip' && body.length > 0 ? gunzipSync(body) : body).toString()
