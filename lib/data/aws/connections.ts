import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { asksOverTls, isLambda } from '../../environment.ts'

/** Not by an import: a module that imports `node:http` also loads Node's `fetch`, which takes longer than all else here. */
const load = (isPlain: boolean) =>
  isPlain ? process.getBuiltinModule('node:http') : process.getBuiltinModule('node:https')

// Before all that is loaded after this file: Node reads its root certificates on another thread in the meantime.
if (isLambda() && asksOverTls()) load(false)

/** A call of a service that speaks JSON. */
export interface JsonCall {
  /** By default a POST to the root, as AWS's services have it. */
  target?: Target
  headers: Record<string, string>
  body: string
  /** How long it may take in all. */
  timeoutMs: number
  /** It changes nothing. Only such a call is sent again if its connection turns out to have been closed while idle. */
  isRead: boolean
}

interface Target {
  method: 'GET' | 'POST'
  /** With its query. */
  path: string
}

/** A response of the service. */
interface Answered {
  status: number
  headers: IncomingHttpHeaders
  /** Absent if it was not a JSON object; the connection it came by is then never used again. */
  answer: Record<string, unknown> | undefined
}

/** The connections to one address, kept open between calls. */
export interface Pool {
  agent: Agent
  /** Begins a request, a POST by default. It has a connection, or waits for one, before there is anything to send. */
  open: (target?: Target) => ClientRequest
  /** One that was begun before it was needed. */
  ahead?: ClientRequest | undefined
}

/** As many at once as the SDK has: 100 ids are 100 calls. */
const MOST_CONNECTIONS = 50
/** DynamoDB returns 1 MB of items at most; as JSON, with every character escaped, that is not six times as much. */
const MOST_BODY_BYTES = 16_000_000

/** Connections to an `http:` or `https:` address; without `keepAlive` each call has one of its own. */
export function poolTo({ protocol, hostname, port }: URL, keepAlive = true): Pool {
  const { Agent, request } = load(protocol === 'http:')
  const agent = new Agent({ keepAlive, maxSockets: MOST_CONNECTIONS })
  const options = { agent, method: 'POST', hostname, port }
  return { agent, open: (target) => request({ ...options, ...target }) }
}

/** Opens a connection before there is anything to send. Whether that succeeds shows when it is used. */
export function openAhead(pool: Pool): void {
  const ahead = pool.open()
  // Also a reply: no request has been sent yet.
  const drop = () => {
    if (pool.ahead !== ahead) return
    pool.ahead = undefined
    ahead.destroy()
  }
  for (const event of ['error', 'response', 'close']) ahead.on(event, drop)
  // It does not keep the process alive; while it is in use, the timer of its call does.
  ahead.on('socket', (socket) => socket.unref())
  pool.ahead = ahead
}

/**
 * Sends a body, as a POST by default, and reads the whole reply. Throws Node's own error if the connection fails or breaks or does not speak
 * HTTP, and a `TimeoutError` if it takes longer than `timeoutMs`; that connection is then never used again.
 */
export function post(pool: Pool, { target, headers, body, timeoutMs, isRead }: JsonCall): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  let request: ClientRequest | undefined
  let isOver = false
  const timer = setTimeout(() => {
    fail(Object.assign(new Error(`no reply within ${timeoutMs} ms`), { name: 'TimeoutError' }))
  }, timeoutMs)
  send()
  return promise

  function end() {
    isOver = true
    clearTimeout(timer)
  }

  function fail(error: unknown) {
    if (isOver) return
    end()
    // Whatever still comes by its connection is read by nobody.
    request?.destroy()
    closeIdle(pool)
    reject(error)
  }

  function send() {
    const { ahead } = target ? {} : pool
    if (ahead) pool.ahead = undefined
    try {
      const sent = ahead ?? pool.open(target)
      request = sent
      let hasAnswer = false
      const lose = (error: NodeJS.ErrnoException) => {
        if (isOver || request !== sent) return
        const wasIdle = sent.reusedSocket || sent === ahead
        if (!isRead || !wasIdle || hasAnswer || !isHungUp(error)) return fail(error)
        closeIdle(pool)
        send()
      }
      sent.on('error', lose)
      sent.on('close', () => isOver || lose(hungUp()))
      sent.on('response', (response) => {
        hasAnswer = true
        read(response, sent)
      })
      for (const name in headers) sent.setHeader(name, headers[name] ?? '')
      sent.end(body)
    } catch (error) {
      // A process can be told to use TLS in a way that there is not.
      fail(error)
    }
  }

  function read(response: IncomingMessage, { socket }: ClientRequest) {
    const parts: Buffer[] = []
    let bytes = 0
    response.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > MOST_BODY_BYTES) fail(new Error('a reply is too long'))
      else parts.push(part)
    })
    response.on('end', () => {
      end()
      const answer = objectIn(Buffer.concat(parts).toString())
      // Whatever sent this is not the service.
      if (!answer) socket?.destroy()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, answer })
    })
  }
}

/** If one idle connection is dead, the others probably are. */
function closeIdle({ agent }: Pool) {
  for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy()
}

/** The code with which Node reports a connection that the other side has closed. */
const isHungUp = ({ code = '' }: NodeJS.ErrnoException) => /^(ECONNRESET|EPIPE)$/.test(code)

/** Of a reply that breaks off Node says no more than that its connection is closed. */
const hungUp = () => Object.assign(new Error('the connection ended before the reply'), { code: 'ECONNRESET' })

/** The JSON object in a text; undefined if it is anything else. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    if (/^\s*{/.test(text)) return JSON.parse(text)
  } catch {}
  return undefined
}
