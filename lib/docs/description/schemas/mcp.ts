import type { JsonSchema } from '../openapi.ts'

/** Messages have their own schema, that of the protocol. */
export const MCP_SCHEMAS: Record<string, JsonSchema> = {
  McpMessage: {
    type: 'object',
    properties: { jsonrpc: { type: 'string', const: '2.0' } },
    required: ['jsonrpc'],
    additionalProperties: true,
    description:
      'A message of the [Model Context Protocol](https://modelcontextprotocol.io/specification/2026-07-28) in JSON-RPC 2.0.',
  },
}
