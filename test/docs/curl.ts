import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { keep } from '../afterwards/records.ts'

/** A request as a command line of curl says it. */
export interface Call {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: string | undefined
}

/** A response: header names in lower case, the body as text, decoded with `--compressed`. */
export interface Reply {
  status: number
  headers: Record<string, string>
  text: string
}

/** The options that pages use, and whether a value follows. Another one is an error: it would mean something. */
const OPTIONS: Record<string, boolean> = {
  '-H': true,
  '-X': true,
  '-d': true,
  '--data-binary': true,
  '-i': false,
  '-I': false,
  '--compressed': false,
}

/** Reads the words of a curl command. Throws at what no page should use. */
export function readCurl([program, ...words]: readonly string[]): Call {
  if (program !== 'curl') throw new Error(`no curl command: ${program}`)
  const options: [name: string, value: string][] = []
  const urls: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const takesValue = OPTIONS[word]
    if (word.startsWith('-') && takesValue === undefined) throw new Error(`curl ${word} is not known here`)
    if (takesValue === undefined) urls.push(word)
    else options.push([word, takesValue ? (words[++at] ?? '') : ''])
  }
  const [url, ...others] = urls
  if (url === undefined || others.length > 0) throw new Error(`one URL is needed, not: ${urls.join(' ')}`)
  // curl itself would make several requests of these.
  if (/[[\]{}… ]/.test(url)) throw new Error(`no URL as it stands: ${url}`)
  return { url, ...requestOf(options) }
}

function requestOf(options: [name: string, value: string][]): Omit<Call, 'url'> {
  const valuesOf = (option: string) => options.filter(([name]) => name === option).map(([, value]) => value)
  const [body, ...bodies] = [...valuesOf('-d'), ...valuesOf('--data-binary')]
  const [method, ...methods] = valuesOf('-X')
  const isHead = valuesOf('-I').length > 0
  if (bodies.length + methods.length > 0 || body?.startsWith('@')) throw new Error('one body, one method')
  // The headers that curl sends by itself; one in the command replaces them.
  const own: [string, string][] = [
    ['User-Agent', 'curl/8.5.0'],
    ['Accept', '*/*'],
    ...(valuesOf('--compressed').length > 0 ? [['Accept-Encoding', 'gzip, br'] as [string, string]] : []),
    ...(body === undefined
      ? []
      : [['Content-Type', 'application/x-www-form-urlencoded'] as [string, string]]),
  ]
  const given = valuesOf('-H').map((line) => headerIn(line))
  const isGiven = (name: string) => given.some(([other]) => other.toLowerCase() === name.toLowerCase())
  return {
    method: method ?? (isHead ? 'HEAD' : body === undefined ? 'GET' : 'POST'),
    headers: [...own.filter(([name]) => !isGiven(name)), ...given],
    body,
  }
}

function headerIn(line: string): [string, string] {
  const [, name, value] = /^([\w-]+): ?(.+)$/.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`no header that curl would send: ${line}`)
  return [name, value]
}

/** Sends a request as curl would: a `fetch` would ask for compression of its own accord. */
export async function sendCall({ method, url, headers, body }: Call): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const sent = request(url, { method, headers: Object.fromEntries(headers) }, async (response) => {
    try {
      const bytes = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>))
      const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
      const text = decoded(bytes, response.headers['content-encoding'])
      if ((response.statusCode ?? 0) >= 400) keep('problems', text)
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(received), text })
    } catch (error) {
      reject(error)
    }
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

function decoded(bytes: Buffer, coding: string | undefined): string {
  if (coding === undefined || bytes.length === 0) return bytes.toString()
  if (coding === 'br') return brotliDecompressSync(bytes).toString()
  if (coding === 'gzip') return gunzipSync(bytes).toString()
  throw new Error(`the body is coded as ${coding}`)
}
