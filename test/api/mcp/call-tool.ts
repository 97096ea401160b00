import { call } from '../../support/shop.ts'

/** The result of a tool at `POST /mcp`, as an object; `code` is that of an error of JSON-RPC instead. */
export interface Called {
  result: Record<string, unknown>
  isError: boolean
  text: string
  code?: number
}

interface Reply {
  result?: { content: { text: string }[]; isError?: boolean }
  error?: { code: number; message: string }
}

/** Calls a tool as the one with these headers. */
export async function callTool(
  headers: Record<string, string>,
  name: string,
  args: object = {},
): Promise<Called> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const response = await call('/mcp', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  const { result, error } = (await response.json()) as Reply
  if (error) return { result: {}, isError: true, text: error.message, code: error.code }
  const text = result?.content[0]?.text ?? ''
  return { result: JSON.parse(text), isError: result?.isError ?? false, text }
}

/** The headers of a key. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
