import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type McpServer, reply } from '../../../lib/api/mcp/protocol.ts'

/** The tools that the conformance suite asks of a server which it tests, with the texts that it expects. */
const TOOLS: Record<string, Awaited<ReturnType<McpServer['call']>>> = {
  test_simple_text: { text: 'This is a simple text response for testing.' },
  test_error_handling: { text: 'This tool intentionally returns an error for testing', isError: true },
}

const server: McpServer = {
  version: '0',
  instructions: 'Test this.',
  tools: Object.keys(TOOLS).map((name) => ({ name, description: name, inputSchema: { type: 'object' } })),
  call: async (name) => TOOLS[name] ?? { text: '' },
  noteBug: () => ({}),
}

/** The protocol alone behind a server of HTTP, as a gateway would have it. */
export async function serveDiagnostics(): Promise<{ url: string; close(): void }> {
  const http = createServer(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, `${value}`]),
    )
    const { status, body } = await reply(headers, await text(request), server)
    response.writeHead(request.method === 'POST' ? status : 405, { 'content-type': 'application/json' })
    response.end(body && JSON.stringify(body))
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  const { port } = http.address() as AddressInfo
  return {
    url: `http://localhost:${port}/mcp`,
    close() {
      http.close()
      http.closeAllConnections()
    },
  }
}
