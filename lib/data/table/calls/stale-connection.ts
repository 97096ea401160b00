import { Agent as PlainAgent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { Socket } from 'node:net'

const OPTIONS = { keepAlive: true, maxSockets: 50 }

const stale = new WeakSet<Error>()

/**
 * True if a call failed because the other side had closed the connection while it was idle: it had been used before,
 * and it broke before any byte of a response. Nobody read the request. DynamoDB closes what is idle for a while, and a
 * process that Lambda has frozen meanwhile finds out with its next call.
 */
export const isStale = (error: unknown): boolean => error instanceof Error && stale.has(error)

/** Agents for the SDK's HTTP handler, as its own are, that know a stale connection. */
export const watchedAgents = () => ({
  httpAgent: watched(new PlainAgent(OPTIONS)),
  httpsAgent: watched(new TlsAgent(OPTIONS)),
})

/** Node calls `reuseSocket` before the SDK listens for errors, so an error is known when the SDK passes it on. */
function watched<A extends PlainAgent>(agent: A): A {
  const reuse = agent.reuseSocket.bind(agent)
  agent.reuseSocket = (socket, request) => {
    reuse(socket, request)
    if (!(socket instanceof Socket)) return
    const before = socket.bytesRead
    request.once('error', (error) => {
      if (socket.bytesRead > before || !isHungUp(error)) return
      stale.add(error)
      // If one idle connection is dead, the others probably are: close them all.
      for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy()
    })
  }
  return agent
}

const isHungUp = (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' || error.code === 'EPIPE'
