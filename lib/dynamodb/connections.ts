import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'

/** What came back. */
interface Reply {
  status: number
  /** Absent if it was no JSON object; the connection it came by is then never used again. */
  answer: Record<string, unknown> | undefined
}

/** Connections to one address, kept open between calls. */
export interface Connections {
  /** Opens a connection before there is anything to send. Whether that succeeds shows when it is used. */
  prepare(): void
  /**
   * Posts a body and reads the whole reply. Throws Node's own error if the connection fails, breaks or does not speak
   * HTTP, and a `TimeoutError` if it takes longer than `timeoutMs`; that connection is then never used again.
   */
  post(headers: Record<string, string>, body: string, timeoutMs: number): Promise<Reply>
}

/** As many at once as the SDK has: 100 ids are 100 calls. */
const MOST_SOCKETS = 50

/** Connections to an `http:` or `https:` address. */
export function connectionsTo(endpoint: URL): Connections {
  const host = endpoint.hostname
  const isPlain = endpoint.protocol === 'http:'
  const [Agent, request] = isPlain ? [HttpAgent, httpRequest] : [HttpsAgent, httpsRequest]
  const port = endpoint.port || (isPlain ? 80 : 443)
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS })

  let prepared: Socket | undefined
  /** The prepared connection until it is used. */
  let spare: Socket | undefined
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, done) => {
    const socket = spare
    spare = undefined
    // The agent does not watch what it has not had: it may be closed, or hold an answer that nobody asked for.
    if (socket?.writable && !socket.readableLength) return socket
    socket?.destroy()
    return connect(options, done)
  }

  /** What has lain idle together has been closed, or gone wrong, together. */
  function dropIdle() {
    for (const sockets of Object.values(agent.freeSockets))
      for (const socket of sockets ?? []) socket.destroy()
  }

  function post(headers: Record<string, string>, body: string, timeoutMs: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      let sent = send()
      const timer = setTimeout(() => {
        const error = new Error(`no reply within ${timeoutMs} ms`)
        error.name = 'TimeoutError'
        // A call that still waits for a connection does not end when it is destroyed.
        fail(error)
        sent.destroy(error)
      }, timeoutMs)

      function fail(error: Error) {
        clearTimeout(timer)
        dropIdle()
        reject(error)
      }

      function send() {
        let isAnswered = false
        const sending = request({ host, port, method: 'POST', headers, agent })
        sending.on('error', (error: NodeJS.ErrnoException) => {
          const wasIdle = sending.reusedSocket || sending.socket === prepared
          // Closed by the other side while nothing was asked: nobody has read the call.
          const isStale = wasIdle && !isAnswered && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '')
          if (!isStale) return fail(error)
          dropIdle()
          sent = send()
        })
        sending.on('response', (response) => {
          isAnswered = true
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('error', fail)
          response.on('end', () => {
            clearTimeout(timer)
            const answer = objectIn(Buffer.concat(parts).toString())
            if (!answer) sending.socket?.destroy()
            resolve({ status: response.statusCode ?? 0, answer })
          })
        })
        return sending.end(body)
      }
    })
  }

  return {
    post,
    prepare() {
      if (prepared) return
      // As the agent would have it: a call that fills more than a packet is not to wait for the first to be confirmed.
      const options = { host, port, servername: host, noDelay: true }
      spare = prepared = connect(options) as Socket
      // Until it is used nobody is to be told, and nothing has to wait for it; then the agent, and the timer, see to that.
      prepared.on('error', () => {}).unref()
    },
  }
}

/** What a text says as JSON, if that is an object. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    if (/^\s*{/.test(text)) return JSON.parse(text)
  } catch {}
  return undefined
}
