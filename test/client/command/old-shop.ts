import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jpegOf } from '../../admin/media/pictures.ts'

/** The size of every picture of an old shop. */
export const OLD_SIZE = { width: 40, height: 30 }

/** The shop that a merchant leaves, which serves pictures, each of another colour. */
export interface OldShop extends AsyncDisposable {
  host: string
  /** The address of a picture. One whose name begins with `none` is not there. */
  picture: (name: string) => string
  /** The names of the pictures that were requested. */
  requested: string[]
  /** Called with each name before the picture is sent. */
  before: (name: string) => Promise<unknown> | undefined
  close: () => void
}

/** Opens an old shop on this machine. */
export async function openOldShop(): Promise<OldShop> {
  const server = createServer(async ({ url = '' }, response) => {
    const name = url.replace('/media/', '')
    shop.requested.push(name)
    await shop.before(name)
    if (name.startsWith('none')) return void response.writeHead(404).end()
    const colour = `#${hash('sha256', name).slice(0, 6)}`
    response.end(await jpegOf(OLD_SIZE.width, OLD_SIZE.height, colour))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => void server.close().closeAllConnections()
  const shop: OldShop = {
    host,
    // A local stack takes addresses without TLS alone with this path.
    picture: (name) => `http://${host}/media/${name}`,
    requested: [],
    before: () => undefined,
    close,
    [Symbol.asyncDispose]: async () => close(),
  }
  return shop
}
