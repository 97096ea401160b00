import { connect as connectPlain, isIP, type Socket, type TcpNetConnectOpts } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { asksOverTls, isLambda } from '../environment.ts'
import { type Reading, type Reply, readReply } from './reply.ts'

/** Only a local engine is asked without TLS, which takes longer to load than everything else together. */
const loadTls = () => process.getBuiltinModule('node:tls')

// Before all that is loaded after this file: Node reads its root certificates on another thread in the meantime.
if (isLambda() && asksOverTls()) loadTls()

/** What came back. */
interface Answered {
  status: number
  /** Absent if it was no JSON object; the connection it came by is then never used again. */
  answer: Record<string, unknown> | undefined
}

/** Connections to one address, kept open between calls. */
export interface Connections {
  /** Opens a connection before there is anything to send. Whether that succeeds shows when it is used. */
  prepare(): void
  /**
   * Posts a body and reads the whole reply. Throws Node's own error if the connection fails or breaks, another if it
   * does not speak HTTP, and a `TimeoutError` if it takes longer than `timeoutMs`; that connection is then never used
   * again.
   */
  post(headers: Record<string, string>, body: string, timeoutMs: number): Promise<Answered>
}

/** A request and who waits for its reply. */
interface Exchange {
  request: string
  connection?: Connection | undefined
  resolve(answered: Answered): void
  reject(error: unknown): void
}

interface Connection {
  socket: Socket
  exchange?: Exchange | undefined
  /** The reply as far as it has come. */
  reading?: Reading<Reply>
  hasAnswered?: boolean
  /** It was open before it was needed, so it may have been closed by the other side since. */
  wasIdle?: true
  isLost?: true
}

/** As many at once as the SDK has: 100 ids are 100 calls. */
const MOST_CONNECTIONS = 50

/** Connections to an `http:` or `https:` address. */
export function connectionsTo(endpoint: URL): Connections {
  const open = opener(endpoint)
  const idle: Connection[] = []
  const waiting: Exchange[] = []
  let count = 0
  let isPrepared = false

  function connect(): Connection {
    const socket = open((bytes) => receive(connection, bytes))
    const connection: Connection = { socket }
    count++
    socket.on('error', (error) => lose(connection, error))
    for (const event of ['end', 'close']) socket.on(event, () => receive(connection, undefined))
    return connection
  }

  /** Gives an exchange a connection, as soon as there may be one. */
  function start(exchange: Exchange) {
    try {
      const connection = idle.pop() ?? (count < MOST_CONNECTIONS ? connect() : undefined)
      exchange.connection = connection
      if (!connection) {
        waiting.push(exchange)
        return
      }
      connection.exchange = exchange
      connection.hasAnswered = false
      connection.reading = readReply()
      connection.reading.next()
      connection.socket.write(exchange.request)
    } catch (error) {
      // A process can be told to use TLS in a way that there is not.
      exchange.reject(error)
    }
  }

  /** Takes what arrived on a connection, or its end. */
  function receive(connection: Connection, bytes: Buffer | undefined) {
    const { exchange, reading } = connection
    try {
      // What nobody asked for is no answer to what is asked next.
      if (!exchange || !reading) return lose(connection)
      connection.hasAnswered ||= bytes !== undefined
      const { done, value } = reading.next(bytes)
      if (!done) return
      const answer = objectIn(value.body)
      connection.exchange = undefined
      exchange.resolve({ status: value.status, answer })
      if (answer && value.keepsOpen) rest(connection)
      else lose(connection)
    } catch (error) {
      lose(connection, error)
    }
  }

  /** A process has not to stay for a connection that nobody uses; for one that is used, the call's timer keeps it. */
  function rest(connection: Connection) {
    connection.wasIdle = true
    connection.socket.unref()
    idle.push(connection)
    startNext()
  }

  /** Whoever waits may have the connection that is idle now, or that may now be opened. */
  function startNext() {
    const next = waiting.shift()
    if (next) start(next)
  }

  function lose(connection: Connection, error?: unknown) {
    if (connection.isLost) return
    const { exchange, wasIdle, hasAnswered } = connection
    connection.isLost = true
    connection.exchange = undefined
    connection.socket.destroy()
    count--
    const place = idle.indexOf(connection)
    if (place >= 0) idle.splice(place, 1)
    if (exchange) {
      dropIdle()
      // Closed by the other side while nothing was asked: nobody has read the request.
      if (wasIdle && !hasAnswered && isHungUp(error)) {
        start(exchange)
        return
      }
      exchange.reject(error)
    }
    startNext()
  }

  /** What has lain idle together has been closed, or gone wrong, together. */
  function dropIdle() {
    for (const connection of idle.splice(0)) lose(connection)
  }

  return {
    post(headers, body, timeoutMs) {
      const { promise, resolve, reject } = Promise.withResolvers<Answered>()
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const request = `POST / HTTP/1.1\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      const exchange: Exchange = { request, resolve, reject }
      const timer = setTimeout(() => {
        const error = new Error(`no reply within ${timeoutMs} ms`)
        error.name = 'TimeoutError'
        if (exchange.connection) return lose(exchange.connection, error)
        waiting.splice(waiting.indexOf(exchange), 1)
        reject(error)
      }, timeoutMs)
      start(exchange)
      return promise.finally(() => clearTimeout(timer))
    },
    prepare() {
      if (isPrepared) return
      isPrepared = true
      rest(connect())
    },
  }
}

const isHungUp = (error: unknown) =>
  /^(ECONNRESET|EPIPE)$/.test(`${(error as NodeJS.ErrnoException | undefined)?.code}`)

/** What arrives is read from here before anything else arrives: there is one thread, and one read at a time. */
const ARRIVED = Buffer.allocUnsafeSlow(65_536)

/** Opens connections to an address. `receive` must have read or copied the bytes when it returns. */
function opener({ hostname: host, port, protocol }: URL) {
  const isPlain = protocol === 'http:'
  const tls = isPlain ? undefined : loadTls()
  let session: Buffer | undefined
  return (receive: (bytes: Buffer) => void): Socket => {
    const options: TcpNetConnectOpts & ConnectionOptions = {
      host,
      port: Number(port || (isPlain ? 80 : 443)),
      // A call that fills more than a packet is not to wait for the first to be confirmed.
      noDelay: true,
      keepAlive: true,
      onread: {
        buffer: ARRIVED,
        callback(length) {
          receive(ARRIVED.subarray(0, length))
          return true
        },
      },
      // A server is not asked for by an address (RFC 6066, 3).
      servername: isIP(host) ? '' : host,
      session,
    }
    if (!tls) return connectPlain(options)
    return tls.connect(options).on('session', (next) => {
      // The next handshake is a short one.
      session = next
    })
  }
}

/** What a text says as JSON, if that is an object. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    if (/^\s*{/.test(text)) return JSON.parse(text)
  } catch {}
  return undefined
}
