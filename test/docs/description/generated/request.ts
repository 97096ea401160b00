/** A request as it goes over the wire, and what was done to it. */
export interface ApiRequest {
  /** Which operation it was made for. */
  operationId: string
  method: string
  /** As sent, relative to the base URL, without a query. */
  path: string
  /** `name=value`, encoded. */
  query: readonly string[]
  headers: readonly (readonly [name: string, value: string])[]
  body: Body
  /** Its deviations from the description; none for a valid request. */
  mutations: readonly string[]
}

/** A body that can still be changed member by member, or one that is text or bytes. */
export type Body = { json: unknown } | { bytes: Buffer } | undefined

export function bytesOf(body: Body): Buffer | undefined {
  if (body === undefined) return undefined
  return 'bytes' in body ? body.bytes : Buffer.from(JSON.stringify(body.json) ?? '')
}

/** Path and query, as sent. */
export const targetOf = ({ path, query }: ApiRequest) =>
  path + (query.length > 0 ? `?${query.join('&')}` : '')

/** Longer bodies are cut: the seed makes them again. */
const MOST_SHOWN = 4_000

/** The request as a line for a shell, with `$KEY` for the token of an API key. */
export function curlOf(request: ApiRequest, baseUrl: string): string {
  const bytes = bytesOf(request.body)
  const headers = request.headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const method = request.method === 'HEAD' ? '--head' : `-X ${request.method}`
  const url = quoted(baseUrl + targetOf(request))
  const line = ['curl --path-as-is -i', method, ...headers, ...(bytes ? [shownBody(bytes)] : []), url].join(
    ' ',
  )
  return line.replaceAll(/sfk_\w{49}/g, '$KEY')
}

function shownBody(bytes: Buffer): string {
  const text = bytes.toString()
  const isText = Buffer.from(text).equals(bytes) && !/[^ -~\n\t\u00a0-\uffff]/.test(text)
  if (bytes.length > MOST_SHOWN)
    return `--data-binary ${quoted(`${text.slice(0, MOST_SHOWN)}… (${bytes.length} bytes)`)}`
  return isText
    ? `--data-binary ${quoted(text)}`
    : `--data-binary @<(base64 -d <<< ${bytes.toString('base64')})`
}

/** A key may stand in it, so variables are left to the shell. */
const quoted = (text: string) =>
  text.includes('sfk_') ? `"${text.replaceAll(/["\\$`]/g, '\\$&')}"` : `'${text.replaceAll("'", `'\\''`)}'`
