import {
  answer,
  bytes,
  drip,
  OUTPUT,
  type Reaction,
  reset,
  silence,
  thenEnd,
  thenReset,
  thenSilence,
} from './wire.ts'

/** The end of a call: its output, a fault that may pass, or this error of the service. */
type End = 'output' | 'passing' | { name: string; message: string; status: number }

export interface WireFault {
  what: string
  reaction: Reaction
  /** The end of a call that meets it again and again. */
  end: End
  /** Of what it throws at last. */
  name?: string
  /** The connection is as good as before. */
  isClean?: true
  /** The SDK's different behaviour: it makes an output of nothing, waits for ever, or reports why it cannot read. */
  sdk?: 'succeeds' | 'never ends' | 'complains of JSON'
}

const fault = (name: string, message = 'no', prefix = 'com.amazonaws.dynamodb.v20120810#') =>
  JSON.stringify({ __type: `${prefix}${name}`, message })

const HTML = '<html><body>Service Unavailable</body></html>'
const json = JSON.stringify(OUTPUT)
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const half = answer(200, json.slice(0, 10), { length: json.length })
const unknown = (status: number): End => ({ name: 'Unknown', message: 'UnknownError', status })

const PASSING: WireFault[] = [
  ...['ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded'].map(
    (name) => ({
      what: `a ${name}`,
      reaction: answer(400, fault(name)),
      end: 'passing' as const,
      name,
      isClean: true as const,
    }),
  ),
  {
    what: '500 with JSON',
    reaction: answer(500, fault('InternalServerError')),
    end: 'passing',
    name: 'InternalServerError',
    isClean: true,
  },
  {
    what: '503 with JSON',
    reaction: answer(503, fault('ServiceUnavailable')),
    end: 'passing',
    name: 'ServiceUnavailable',
    isClean: true,
  },
  ...[500, 502, 503, 504].flatMap((status) => [
    { what: `${status} with a page`, reaction: answer(status, HTML), end: 'passing' as const },
    { what: `${status} with nothing`, reaction: answer(status, ''), end: 'passing' as const },
  ]),
  { what: '200 with half its JSON', reaction: answer(200, json.slice(0, 10)), end: 'passing' },
  { what: '200 with nothing', reaction: answer(200, ''), end: 'passing', sdk: 'succeeds' },
  { what: '200 with null', reaction: answer(200, 'null'), end: 'passing', sdk: 'succeeds' },
  { what: '200 with an array', reaction: answer(200, '[]'), end: 'passing', sdk: 'succeeds' },
  { what: '200 with a text', reaction: answer(200, '"Item"'), end: 'passing', sdk: 'succeeds' },
  { what: '200 with less than its length, then an end', reaction: thenEnd(half), end: 'passing' },
  {
    what: '200 with less than its length, then silence',
    reaction: thenSilence(half),
    end: 'passing',
    sdk: 'never ends',
  },
  { what: '200 with more than its length', reaction: answer(200, json, { length: 10 }), end: 'passing' },
  {
    what: 'two answers to one call',
    reaction: bytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'.repeat(2)),
    end: 'passing',
    sdk: 'succeeds',
  },
  { what: 'chunks that break off', reaction: thenEnd(bytes(CHUNKED + chunk(json))), end: 'passing' },
  {
    what: 'a chunk that breaks off',
    reaction: thenEnd(bytes(`${CHUNKED}${json.length.toString(16)}\r\n{`)),
    end: 'passing',
  },
  {
    what: 'an answer without a length that breaks off',
    reaction: thenEnd(bytes(`HTTP/1.1 200 OK\r\n\r\n${json.slice(0, -1)}`)),
    end: 'passing',
  },
  {
    what: 'an answer of two lengths',
    reaction: answer(200, json, { headers: 'Content-Length: 3\r\n' }),
    end: 'passing',
  },
  {
    what: 'a length beside chunks',
    reaction: bytes(`${CHUNKED.replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\n')}${chunk(json)}0\r\n\r\n`),
    end: 'passing',
  },
  {
    what: 'a head without an end',
    reaction: bytes(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(20_000)}`),
    end: 'passing',
  },
  { what: 'no HTTP', reaction: bytes('220 mail.example ESMTP\r\n'), end: 'passing' },
  { what: 'an end without a word', reaction: thenEnd(() => {}), end: 'passing' },
  { what: 'a reset when the call was read', reaction: reset, end: 'passing' },
  {
    what: 'half its headers, then an end',
    reaction: thenEnd(bytes('HTTP/1.1 200 OK\r\nContent-')),
    end: 'passing',
  },
  {
    what: 'half its headers, then a reset',
    reaction: thenReset(bytes('HTTP/1.1 200 OK\r\nContent-')),
    end: 'passing',
  },
  { what: 'half its body, then a reset', reaction: thenReset(half), end: 'passing' },
  { what: 'silence', reaction: silence, end: 'passing', name: 'TimeoutError' },
  { what: 'a body that never ends', reaction: drip, end: 'passing', name: 'TimeoutError', sdk: 'never ends' },
]

const REFUSED: WireFault[] = [
  {
    what: 'a refusal',
    reaction: answer(400, fault('ValidationException')),
    end: { name: 'ValidationException', message: 'no', status: 400 },
    isClean: true,
  },
  {
    what: 'a refusal without a namespace',
    reaction: answer(400, fault('ResourceNotFoundException', 'é', '')),
    end: { name: 'ResourceNotFoundException', message: 'é', status: 400 },
    isClean: true,
  },
  {
    what: 'a refusal with a Message',
    reaction: answer(400, '{"__type":"com.amazon.coral.service#AccessDeniedException","Message":"who"}'),
    end: { name: 'AccessDeniedException', message: 'who', status: 400 },
    isClean: true,
  },
  {
    what: 'a refusal with two messages',
    reaction: answer(400, '{"__type":"a#AccessDeniedException","Message":"who","message":"you"}'),
    end: { name: 'AccessDeniedException', message: 'you', status: 400 },
    isClean: true,
  },
  { what: 'a refusal that says nothing', reaction: answer(400, '{}'), end: unknown(400), isClean: true },
  { what: '400 with nothing', reaction: answer(400, ''), end: unknown(400) },
  { what: '403 with a page', reaction: answer(403, HTML), end: unknown(403), sdk: 'complains of JSON' },
  { what: '400 with an array', reaction: answer(400, '[]'), end: unknown(400) },
  { what: '400 with null', reaction: answer(400, 'null'), end: unknown(400) },
  ...[301, 302, 307, 308].map((status) => ({
    what: `a redirection with ${status}`,
    reaction: answer(status, '', { headers: 'Location: /elsewhere\r\n' }),
    end: unknown(status),
  })),
]

const FINE: WireFault[] = [
  {
    what: 'chunks',
    reaction: bytes(`${CHUNKED}${chunk(json.slice(0, 9))}${chunk(json.slice(9))}0\r\n\r\n`),
    end: 'output',
    isClean: true,
  },
  {
    what: 'another Content-Type',
    reaction: bytes(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
    ),
    end: 'output',
    isClean: true,
  },
  { what: 'white space around it', reaction: answer(200, `\r\n ${json}\n`), end: 'output', isClean: true },
  {
    what: 'an answer that goes before, to wait',
    reaction: bytes(
      `HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
    ),
    end: 'output',
    isClean: true,
  },
  {
    what: 'an answer without a length',
    reaction: thenEnd(bytes(`HTTP/1.1 200 OK\r\n\r\n${json}`)),
    end: 'output',
  },
  {
    what: 'the same answer twice',
    reaction: bytes(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`.repeat(2)),
    end: 'output',
  },
  {
    what: 'the last on its connection',
    reaction: thenEnd(answer(200, json, { headers: 'Connection: close\r\n' })),
    end: 'output',
  },
]

export const FAULTS: readonly WireFault[] = [...PASSING, ...REFUSED, ...FINE]
