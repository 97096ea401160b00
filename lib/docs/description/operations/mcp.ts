import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'

/** The operation for agents, by the function that handles it. */
export const MCP = {
  mcp: {
    operationId: 'sendMcpMessage',
    summary: 'Send a message to the tools for agents',
    description:
      'Takes one message of the Model Context Protocol, revision 2026-07-28, 2025-11-25 or 2025-06-18, and responds without sessions and streams. Without a key it has the tools of shoppers, with a key also those that its scopes allow. Each tool sends requests to this API with the identification of the request. Agents use it, not pages: a body that a page can send without a preflight is refused, and no preflight allows it. An error of JSON-RPC has the status 400, or 404 if there is no such method; in the earlier revisions 200. A tool that fails is the error -32603 with the status 200, and its `data` has the `request_id`.',
    tag: 'Catalogue',
    body: {
      schema: 'McpMessage',
      description: 'A request or a notification, of at most 262,144 bytes.',
      example: { jsonrpc: '2.0', id: 1, method: 'ping' },
    },
    answers: {
      200: {
        description: 'The result, an error of JSON-RPC in an earlier revision, or that a tool failed.',
        schema: ref('McpMessage'),
        example: { jsonrpc: '2.0', id: 1, result: {} },
      },
      202: { description: 'The notification was taken.' },
    },
    errors: { 400: ref('McpMessage'), 404: ref('McpMessage') },
    problems: ['body_too_large', 'unsupported_media_type'],
  },
} satisfies Record<string, OperationSpec>
