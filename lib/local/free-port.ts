import { once } from 'node:events'
import { createServer } from 'node:net'
import { listenOnLoopback } from './loopback.ts'

/** A port of 127.0.0.1 on which nothing listens now; another program can take it before the caller does. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnLoopback(server)
  server.close()
  await once(server, 'close')
  return port
}
