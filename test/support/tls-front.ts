import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { certificateFor } from '../data/dynamodb/certificate.ts'

export interface TlsFront {
  /** `https://localhost:<port>` */
  endpoint: string
  /** PEM: a client must trust it. */
  certificate: string
  close(): void
}

/** Stands before an engine, so that it is reached over TLS, as DynamoDB is. */
export async function tlsFront(endpoint: string): Promise<TlsFront> {
  const { cert, key } = certificateFor('localhost')
  const { hostname, port } = new URL(endpoint)
  const server = createServer({ cert, key }, (socket) => {
    const engine = connect(Number(port), hostname)
    const end = () => {
      socket.destroy()
      engine.destroy()
    }
    for (const side of [socket, engine]) side.on('error', end).on('close', end)
    socket.pipe(engine).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    endpoint: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate: cert,
    close: () => server.close(),
  }
}
