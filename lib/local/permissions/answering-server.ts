import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { endServer, listenOnLoopback } from '../loopback.ts'
import type { PermissionProxy } from './proxy.ts'

interface ProxyAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer
}

/**
 * Starts a server whose responses are made from the whole body of a request. An error breaks the connection, and is written to
 * stderr under the name of the server.
 */
export async function startAnswering(
  name: string,
  answerTo: (incoming: IncomingMessage, body: Buffer) => Promise<ProxyAnswer>,
): Promise<PermissionProxy> {
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>))
    const answer = await answerTo(incoming, body)
    response.writeHead(answer.status, { ...answer.headers })
    response.end(answer.body)
  }

  const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, response) => {
    serve(incoming, response).catch((error: Error) => {
      response.destroy()
      // A caller that hangs up is a function that was stopped.
      if (!incoming.destroyed || incoming.complete) process.stderr.write(`${name}: ${error.stack}\n`)
    })
  })
  const port = await listenOnLoopback(server)
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => endServer(server) }
}
