import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The endpoint of a merchant: it takes everything, and knows the ids of the events that came. */
export interface Receiver {
  url: string
  events: string[]
  close(): void
}

export async function receive(): Promise<Receiver> {
  const events: string[] = []
  const server = createServer((request, response) => {
    events.push(String(request.headers['webhook-id']))
    request.resume()
    response.writeHead(204).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
