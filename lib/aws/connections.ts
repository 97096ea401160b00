import { connect as connectPlain, isIP, type Socket, type TcpNetConnectOpts } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { asksOverTls, isLambda } from '../environment.ts'
import { type Reading, type Reply, readReply } from './reply.ts'

/** Only a local engine is asked without TLS, which takes longer to load than everything else together. */
const loadTls = () => process.getBuiltinModule('node:tls')

// Before all that is loaded after this file: Node reads its root certificates on another thread in the meantime.
if (isLambda() && asksOverTls()) loadTls()

/** A response of DynamoDB. */
interface Answered {
  status: number
  /** Absent if it was no JSON object; the connection it came by is then never used again. */
  answer: Record<string, unknown> | undefined
}

/** A request and who waits for its reply. */
interface Exchange extends PromiseWithResolvers<Answered> {
  request: string
  connection?: Connection | undefined
  /** The reply as far as it has come. */
  reading?: Reading<Reply>
  hasAnswer?: boolean
}

interface Connection {
  pool: Pool
  socket: Socket
  exchange?: Exchange | undefined
  /** It was open before it was needed, so it may have been closed by the other side since. */
  wasIdle?: true
}

/** The connections to one address, kept open between calls, and the exchanges that wait for one. */
export interface Pool {
  open: ReturnType<typeof opener>
  all: Set<Connection>
  idle: Connection[]
  queue: Exchange[]
}

/** As many at once as the SDK has: 100 ids are 100 calls. */
const MOST_CONNECTIONS = 50

/** Connections to an `http:` or `https:` address. */
export const poolTo = (endpoint: URL): Pool => ({
  open: opener(endpoint),
  all: new Set(),
  idle: [],
  queue: [],
})

/** Opens a connection before there is anything to send. Whether that succeeds shows when it is used. */
export const openAhead = (pool: Pool) => rest(connect(pool))

/**
 * Posts a body and reads the whole reply. Throws Node's own error if the connection fails or breaks, another if it
 * does not speak HTTP, and a `TimeoutError` if it takes longer than `timeoutMs`; that connection is then never used
 * again.
 */
export function post(
  pool: Pool,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<Answered> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `POST / HTTP/1.1\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const exchange: Exchange = { request, ...Promise.withResolvers<Answered>() }
  const timer = setTimeout(() => {
    const error = new Error(`no reply within ${timeoutMs} ms`)
    error.name = 'TimeoutError'
    if (exchange.connection) return lose(exchange.connection, error)
    pool.queue.splice(pool.queue.indexOf(exchange), 1)
    exchange.reject(error)
  }, timeoutMs)
  start(pool, exchange)
  return exchange.promise.finally(() => clearTimeout(timer))
}

function connect(pool: Pool): Connection {
  const socket = pool.open((bytes) => receive(connection, bytes))
  const connection: Connection = { pool, socket }
  pool.all.add(connection)
  socket.on('error', (error) => lose(connection, error))
  for (const event of ['end', 'close']) socket.on(event, () => receive(connection, undefined))
  return connection
}

/** Gives an exchange a connection, as soon as there may be one. */
function start(pool: Pool, exchange: Exchange) {
  try {
    const connection = pool.idle.pop() ?? (pool.all.size < MOST_CONNECTIONS ? connect(pool) : undefined)
    exchange.connection = connection
    if (!connection) {
      pool.queue.push(exchange)
      return
    }
    connection.exchange = exchange
    const reading = readReply()
    reading.next()
    exchange.reading = reading
    connection.socket.write(exchange.request)
  } catch (error) {
    // A process can be told to use TLS in a way that there is not.
    exchange.reject(error)
  }
}

/** Takes what arrived on a connection, or its end. */
function receive(connection: Connection, bytes: Buffer | undefined) {
  const { exchange } = connection
  try {
    // Bytes without a pending request must never be read as the next response.
    if (!exchange?.reading) return lose(connection)
    exchange.hasAnswer ||= bytes !== undefined
    const { done, value } = exchange.reading.next(bytes)
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

/** An idle connection does not keep the process alive; while one is in use, the timer of its call does. */
function rest(connection: Connection) {
  connection.wasIdle = true
  connection.socket.unref()
  connection.pool.idle.push(connection)
  startNext(connection.pool)
}

/** Whoever waits may have the connection that is idle now, or that may now be opened. */
function startNext(pool: Pool) {
  const next = pool.queue.shift()
  if (next) start(pool, next)
}

function lose(connection: Connection, error?: unknown) {
  const { pool, exchange } = connection
  if (!pool.all.delete(connection)) return
  connection.exchange = undefined
  connection.socket.destroy()
  pool.idle = pool.idle.filter((other) => other !== connection)
  if (exchange) {
    // If one idle connection is dead, the others probably are: close them all.
    for (const other of pool.idle.splice(0)) lose(other)
    // Closed by the other side while nothing was asked: nobody has read the request.
    if (connection.wasIdle && !exchange.hasAnswer && isHungUp(error)) return start(pool, exchange)
    exchange.reject(error)
  }
  startNext(pool)
}

const isHungUp = (error: unknown) =>
  /^(ECONNRESET|EPIPE)$/.test(`${(error as NodeJS.ErrnoException | undefined)?.code}`)

/** The read buffer of all connections: there is one thread, and each read is parsed or copied before the next one. */
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

/** The JSON object in a text; undefined if it is anything else. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    if (/^\s*{/.test(text)) return JSON.parse(text)
  } catch {}
  return undefined
}
