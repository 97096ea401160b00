/** The official client of the protocol against the endpoint, as an agent's program connects. */
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../../support/shop.ts'

const shop = await makeBusiness({ name: 'Our shop' })
const shelf = await makeCategory(shop)
await makeProduct(shop, { category_id: shelf.id, name: 'Sencha', price: 1250 })
const token = await makeToken(shop)

const MODES: [name: string, ClientOptions][] = [
  ['as it is by default', {}],
  ['that asks for the version', { versionNegotiation: { mode: 'auto' } }],
  ['pinned to the new version', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
]

/** A client that is connected; it ends with the test. */
async function connect(options: ClientOptions, query: string, authorization?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options)
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  const url = new URL(`${inject('baseUrl')}/mcp${query}`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return client
}

test.each(MODES)('a client %s finds and calls the tools of shoppers', async (_, options) => {
  const client = await connect(options, `?business=${shop.slug}`)
  expect(client.getServerVersion()).toMatchObject({ name: 'storefront' })
  expect(client.getInstructions()).toContain('shop')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('search_products')
  expect(tools.map(({ name }) => name)).not.toContain('find_products')
  const { content, isError } = await client.callTool({ name: 'get_store', arguments: {} })
  expect(isError).toBeFalsy()
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('Our shop') }])
})

test.each(MODES)('a client %s with a key finds and calls those of merchants', async (_, options) => {
  const client = await connect(options, '', `Bearer ${token}`)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['search_products', 'find_products']))
  const { content } = await client.callTool({ name: 'find_products', arguments: {} })
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('Sencha') }])
})

test.each(MODES)(
  'a client %s hears that an argument is wrong, and that a tool is unknown',
  async (_, options) => {
    const client = await connect(options, `?business=${shop.slug}`)
    const { content, isError } = await client.callTool({
      name: 'get_product',
      arguments: { product: '../x' },
    })
    expect(isError).toBe(true)
    expect(content).toMatchObject([{ text: expect.stringContaining('product') }])
    await expect(client.callTool({ name: 'find_products', arguments: {} })).rejects.toHaveProperty(
      'code',
      -32602,
    )
  },
)

test.each(MODES)('a client %s does not connect with a bad key', async (_, options) => {
  await expect(connect(options, `?business=${shop.slug}`, 'Bearer sfk_x')).rejects.toThrow()
})
