import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Unexpected } from './failures.ts'

/** A response as it came over the wire: nothing is decompressed, no redirect is followed. */
export interface Received {
  /** `GET /products`, for messages */
  name: string
  status: number
  /** names in lower case; lines of one name are joined with commas */
  headers: ReadonlyMap<string, string>
  body: Buffer
}

/** The headers of a request; a list of values is sent as that many lines. */
export type Headers = Record<string, string | readonly string[]>

interface RequestOptions {
  method?: string
  headers?: Headers
  body?: string | Buffer
}

/** Sends requests to one deployment. */
export interface Client {
  base: URL
  /** Every name of a header that any response had until now. */
  headerNames: ReadonlySet<string>
  /** How many requests in a row had no response. */
  silent: number
  /** `path` is relative to the base URL and is sent as it is. Throws `Unexpected` without a response in time. */
  send(path: string, options?: RequestOptions): Promise<Received>
}

const TIMEOUT_MS = 10_000
/** A key or a gateway that limits requests gets a few more tries, each after the time that the response names. */
const TRIES = 4
const LONGEST_WAIT_S = 5
/** All these waits together: where everything is limited, a run of all checks would take a quarter of an hour. */
const LONGEST_WAITS_S = 60

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function createClient(base: URL, timeoutMs = TIMEOUT_MS, pause = wait): Client {
  const headerNames = new Set<string>()
  let waitedS = 0
  const client: Client = { base, headerNames, silent: 0, send }

  async function send(path: string, options: RequestOptions = {}): Promise<Received> {
    for (let tries = 1; ; tries++) {
      const received = await once(path, options)
      if (received.status !== 429 || tries === TRIES || waitedS >= LONGEST_WAITS_S) return received
      const waitS = Math.min(Number(received.headers.get('retry-after') ?? 1) || 0, LONGEST_WAIT_S)
      waitedS += waitS
      await pause(waitS * 1000)
    }
  }

  async function once(path: string, options: RequestOptions): Promise<Received> {
    const name = `${options.method ?? 'GET'} ${path}`
    try {
      const received = await exchange(base, path, options, timeoutMs)
      client.silent = 0
      for (const header of received.headers.keys()) headerNames.add(header)
      return { ...received, name }
    } catch (error) {
      client.silent++
      throw new Unexpected(`a response within ${timeoutMs / 1000} s`, `${name}: ${explain(error)}`)
    }
  }

  return client
}

/** The reason why there was no response, in one line. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no response in time'
  const code = 'code' in error ? String(error.code) : error.name
  return error.message.includes(code) ? error.message : `${code} ${error.message}`.trim()
}

/** One request and its whole response. `fetch` would clean the path, join headers and decompress the body. */
function exchange(
  base: URL,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions,
  timeoutMs: number,
): Promise<Omit<Received, 'name'>> {
  const request = base.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port,
        path: base.pathname.replace(/\/$/, '') + path,
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        signal: AbortSignal.timeout(timeoutMs),
      },
      async (response) => {
        try {
          const chunks = await Array.fromAsync<Buffer>(response)
          resolve({
            status: response.statusCode ?? 0,
            headers: byName(response.rawHeaders),
            body: Buffer.concat(chunks),
          })
        } catch (error) {
          reject(error)
        }
      },
    )
    sent.on('error', reject).end(body)
  })
}

function byName(rawHeaders: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = (rawHeaders[n] ?? '').toLowerCase()
    const before = headers.get(name)
    const value = rawHeaders[n + 1] ?? ''
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}
