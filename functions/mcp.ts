import { mcpEndpoint } from '../lib/api/mcp/endpoint.ts'
import { INSTRUCTIONS, TOOLS } from '../lib/api/mcp/tools.ts'

/** POST /mcp: tools for agents, which send requests to this API as their client would. */
export const handler = mcpEndpoint(INSTRUCTIONS, TOOLS)
