import fc from 'fast-check'

/** Characters are bytes but for what `utf8` has made. */
export const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

export const OK = 'HTTP/1.1 200 OK\r\n'
export const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`
export const JSON_TEXT = '{"sk":"é🍵"}'
const BODY = utf8(JSON_TEXT)
const LENGTH = `Content-Length: ${BODY.length}\r\n`
const WHOLE = `${LENGTH}\r\n${BODY}`
export const chunk = (text: string, extension = '') =>
  `${text.length.toString(16)}${extension}\r\n${text}\r\n`

/** A reply as it may come, and what is read of it. */
export interface Form {
  what: string
  text: string
  status?: number
  body?: string
  keepsOpen?: boolean
}

export const FORMS: readonly Form[] = [
  { what: 'a length', text: OK + WHOLE },
  { what: 'a length of nothing', text: `${OK}Content-Length: 0\r\n\r\n`, body: '' },
  { what: 'a length with zeros before it', text: `${OK}Content-Length: 00000002\r\n\r\n{}`, body: '{}' },
  { what: 'names in capitals', text: OK + WHOLE.replace('Content-Length', 'CONTENT-LENGTH') },
  { what: 'names in small letters', text: OK + WHOLE.replace('Content-Length', 'content-length') },
  { what: 'no white space before a value', text: OK + WHOLE.replace(': ', ':') },
  { what: 'white space round a value', text: `${OK}Content-Length: \t 2\t \r\n\r\n{}`, body: '{}' },
  { what: 'every sign that a name may have', text: `${OK}!#$%&'*+-.^_\`|~09AZaz: a\r\n${WHOLE}` },
  {
    what: 'every sign that a value may have',
    text: `${OK}a: \t !"#09:;<@AZ[\\]\`az{|}~\x80\xff\r\n${WHOLE}`,
  },
  { what: 'an empty value', text: `${OK}a:\r\nb: \r\n${WHOLE}` },
  { what: 'the same header twice', text: `${OK}a: b\r\nA: c\r\n${WHOLE}` },
  { what: 'no reason', text: `HTTP/1.1 200 \r\n${WHOLE}` },
  { what: 'no space behind the status', text: `HTTP/1.1 200\r\n${WHOLE}` },
  { what: 'a reason of any signs', text: `HTTP/1.1 503 \t\xfc: ;\r\n${WHOLE}`, status: 503 },
  { what: 'one chunk', text: `${CHUNKED + chunk(BODY)}0\r\n\r\n` },
  {
    what: 'a chunk for each byte',
    text: `${CHUNKED + Array.from(BODY, (sign) => chunk(sign)).join('')}0\r\n\r\n`,
  },
  { what: 'no chunk', text: `${CHUNKED}0\r\n\r\n`, body: '' },
  {
    what: 'chunks, in capitals',
    text: `${CHUNKED.toUpperCase()}00001A\r\n${'-'.repeat(26)}\r\n000000\r\n\r\n`,
    body: '-'.repeat(26),
  },
  {
    what: 'chunks, white space round the word',
    text: `${CHUNKED.replace('chunked', '\t chunked  ') + chunk(BODY)}0\r\n\r\n`,
  },
  { what: 'trailers', text: `${CHUNKED + chunk(BODY)}0\r\na: b\r\nConnection: close\r\n\r\n` },
  {
    what: 'interim answers before it',
    text: `HTTP/1.1 100\r\n\r\nHTTP/1.1 103 Hints\r\n${LENGTH}\r\n${OK + WHOLE}`,
  },
  ...[200, 301, 400, 599].map((status) => ({
    what: `${status}`,
    text: OK.replace('200', `${status}`) + WHOLE,
    status,
  })),
  ...[
    'close',
    'Close',
    'CLOSE',
    'a,close',
    'close , a',
    'keep-alive,\tcLose',
    'a\r\nConnection: close',
    'close\r\nConnection: a',
  ].map((value) => ({
    what: `Connection: ${value.replace('\r\n', ' / ')}`,
    text: `${OK}Connection: ${value}\r\n${WHOLE}`,
    keepsOpen: false,
  })),
  ...['keep-alive', 'closed', 'a, unclose'].map((value) => ({
    what: `Connection: ${value.replace('\r\n', ' / ')}`,
    text: `${OK}Connection: ${value}\r\n${WHOLE}`,
  })),
]

/** Beginnings of replies that are refused as soon as they have arrived. */
export const REFUSED: readonly { what: string; text: string }[] = [
  ...[
    'HTTP/2 200',
    'HTTP/2.0 200',
    'HTTP/1.2 200',
    'HTTP/1.11 200',
    'http/1.1 200',
    'HTTP/1.1  200',
    'HTTP/1.1\t200',
  ].map((start) => ({ what: `${start}`, text: `${start} OK\r\n` })),
  ...['99', '099', '600', '999', '0200', '2xx', '-200', '200OK', '101'].map((status) => ({
    what: `status ${status}`,
    text: `HTTP/1.1 ${status}${status === '101' ? ' OK\r\n\r\n' : '\r\n'}`,
  })),
  { what: 'an empty line before it', text: '\r\n' },
  { what: 'HTTP/1.0', text: 'HTTP/1.0 200 OK\r\n' },
  { what: 'an end for a length', text: `${OK}a: b\r\n\r\n` },
  ...[204, 304].map((status) => ({ what: `${status}`, text: `HTTP/1.1 ${status} Nothing\r\n` })),
  { what: 'another protocol', text: '220 mail.example ESMTP\r\n' },
  { what: 'a bare LF behind the status', text: 'HTTP/1.1 200 OK\n' },
  { what: 'a bare LF behind a header', text: `${OK}a: b\n` },
  { what: 'a bare LF for the end of the head', text: `${OK}a: b\r\n\n` },
  { what: 'a bare CR behind the status', text: `HTTP/1.1 200 OK\ra: b\r\n` },
  { what: 'a bare CR behind a header', text: `${OK}a: b\rc: d\r\n\r\n` },
  ...['\0', '\x01', '\v', '\x1b', '\x7f'].flatMap((sign) => [
    { what: `${JSON.stringify(sign)} in a value`, text: `${OK + LENGTH}a: b${sign}c\r\n\r\n` },
    { what: `${JSON.stringify(sign)} in a name`, text: `${OK + LENGTH}a${sign}b: c\r\n\r\n` },
  ]),
  ...[' b', '\tb', 'a', ': b', 'a : b', 'a b: c', '"a": b', '\xe9: b', ' a: b'].flatMap((line) => [
    { what: `${JSON.stringify(line)} for a header`, text: `${OK + LENGTH}a: b\r\n${line}\r\n\r\n` },
    { what: `${JSON.stringify(line)} for a trailer`, text: `${CHUNKED}0\r\na: b\r\n${line}\r\n\r\n` },
  ]),
  ...[
    '',
    'x',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    '1 1',
    '1,1',
    '1, 1',
    '1\r\nContent-Length: 1',
    '\xa01',
    '16000001',
    '100000000',
    '9'.repeat(400),
  ].map((length) => ({
    what: `Content-Length: ${length.slice(0, 40).replace('\r\n', ' / ')}`,
    text: `${OK}Content-Length: ${length}\r\n\r\n`,
  })),
  ...[
    '',
    'gzip',
    'identity',
    'gzip, chunked',
    'chunked, chunked',
    'chunked, gzip',
    'chunked\r\nTransfer-Encoding: chunked',
    'chunked,',
    'chunked\t',
    '"chunked"',
    'chunked;a',
    'chunked\r\nContent-Length: 1',
  ].map((coding) => ({
    what: `Transfer-Encoding: ${coding.replace('\r\n', ' / ')}`,
    text: `${OK}Transfer-Encoding: ${coding}\r\n\r\n`,
  })),
  { what: 'a NUL behind 8,000 spaces', text: `${OK + LENGTH}a:${' '.repeat(8_000)}\0\r\n\r\n` },
  { what: 'a length, then chunks', text: `${OK}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n` },
  { what: 'a length in a trailer', text: `${CHUNKED}0\r\nContent-Length: 0\r\n\r\n` },
  { what: 'an interim answer of two lengths', text: `HTTP/1.1 103 Hints\r\n${LENGTH + LENGTH}\r\n` },
  { what: 'an interim answer that is the last', text: 'HTTP/1.1 103 Hints\r\nConnection: close\r\n\r\n' },
  { what: 'an interim answer of HTTP/1.0', text: 'HTTP/1.0 103 Hints\r\n\r\n' },
  ...[
    '',
    '-1',
    '+1',
    '0x1',
    ' 1',
    '1 ',
    '1\t',
    '1 ;a',
    '1g',
    '1.0',
    '1;',
    '1;a',
    '1;a="b"',
    '1; a',
    '1;;',
    '1;a b',
    '1;a=b=c',
    '1;=b',
    '1;a="',
    '1;a="b"c',
    '1;a="\\""',
    '1;\xe9',
    '0000001',
    '1000000',
    'F42401',
  ].map((size) => ({
    what: `${JSON.stringify(size)} for a chunk's size`,
    text: `${CHUNKED}${size}\r\n`,
  })),
  { what: "a bare LF behind a chunk's size", text: `${CHUNKED}1\n` },
  ...['\n\r', 'ab', '0\r', '\r\r'].map((end) => ({
    what: `${JSON.stringify(end)} behind a chunk`,
    text: `${CHUNKED}1\r\na${end}`,
  })),
]

/** Replies that Node's own parser accepts and ours does not: DynamoDB never sends them. */
export const STRICTER: readonly { what: string; example: string; form: RegExp }[] = [
  {
    what: 'HTTP/1.0',
    example: OK.replace('1.1', '1.0') + WHOLE,
    form: /(^|\r\n)HTTP\/1\.0 /,
  },
  {
    what: 'a body that ends with the connection',
    example: `${OK}\r\n${BODY}`,
    form: /^(?:(?!\r\n(?:Content-Length|Transfer-Encoding):)[\s\S])*?\r\n\r\n/i,
  },
  ...[204, 304].map((status) => ({
    what: `${status}`,
    example: `${OK.replace('200', `${status}`)}\r\n`,
    form: new RegExp(`(^|\\r\\n)HTTP/1.1 ${status}\\b`),
  })),
  {
    what: 'an extension of a chunk',
    example: `${CHUNKED}2;a="b"\r\n{}\r\n0\r\n\r\n`,
    form: /\r\n[\da-f]+;/i,
  },
  { what: 'an empty line before it', example: `\r\n${OK}${WHOLE}`, form: /(^|\r\n\r\n)[\r\n]/ },
  { what: 'HTTP/2.0', example: OK.replace('1.1', '2.0') + WHOLE, form: /^HTTP\/(0\.9|2\.0) / },
  { what: 'a status below 100', example: OK.replace('200', '020') + WHOLE, form: /^HTTP\/1\.[01] 0\d\d\b/ },
  {
    what: 'a status above 599',
    example: OK.replace('200', '600') + WHOLE,
    form: /^HTTP\/1\.[01] [6-9]\d\d\b/,
  },
  { what: 'another protocol', example: 'HTTP/1.1 101\r\n\r\n', form: /(^|\r\n)HTTP\/1\.[01] 101\b/ },
  {
    what: 'another coding',
    example: `${OK}Transfer-Encoding: gzip\r\n\r\n`,
    form: /\r\nTransfer-Encoding:(?![ \t]*chunked *\r\n)/i,
  },
  {
    what: 'a coding twice',
    example: `${CHUNKED.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n')}0\r\n\r\n`,
    form: /\r\nTransfer-Encoding:.*\r\n([^\r\n]+\r\n)*?Transfer-Encoding:/i,
  },
  {
    what: 'a length of nine digits',
    example: `${OK}Content-Length: 000000002\r\n\r\n{}`,
    form: /\r\nContent-Length:[ \t]*0\d{8}/i,
  },
  {
    what: 'seven digits for the size of a chunk',
    example: `${CHUNKED}0000002\r\n{}\r\n0\r\n\r\n`,
    form: /\r\n0[\da-f]{6,}(;.*)?\r\n/i,
  },
  {
    what: 'a quoted sign in an extension',
    example: `${CHUNKED}2;a="\\""\r\n{}\r\n0\r\n\r\n`,
    form: /\r\n[\da-f]+;.*("[^"\r\n]*\\|[^="\r\n]")/i,
  },
]

/** Pieces that can change the end of a reply, or its meaning. */
const SIGNS = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  '\0',
  '\x7f',
  '\xe9',
  ':',
  ';',
  ',',
  '=',
  '"',
  '-',
  '+',
  '.',
  '0',
  '1',
  '2',
  '5',
  'a',
  'f',
  'x',
  '0\r\n\r\n',
  '1\r\na\r\n',
  ';a=b',
  ';a="b"',
  'HTTP/1.1 ',
  'HTTP/1.0 ',
  '100',
  '101',
  '204',
  '304',
  'close',
  'keep-alive',
  'chunked',
  'gzip',
  'a: b\r\n',
  'Connection: ',
  'Content-Length: ',
  'Content-Length: 2\r\n',
  'Transfer-Encoding: ',
  'Transfer-Encoding: chunked\r\n',
]

const form = fc.constantFrom(...FORMS.map(({ text }) => text))
const place = fc.nat({ max: 200 })
const change = fc.record({ at: place, remove: fc.nat({ max: 3 }), insert: fc.constantFrom('', ...SIGNS) })

/** Replies, some of them changed here and there, some from the head of one and the rest of another. */
export const replies = fc
  .record({
    start: form,
    end: fc.option(fc.record({ text: form, at: place, from: place })),
    changes: fc.array(change, { maxLength: 3 }),
  })
  .map(({ start, end, changes }) => {
    let text = end ? start.slice(0, end.at) + end.text.slice(end.from) : start
    for (const { at, remove, insert } of changes) {
      const place = at % (text.length + 1)
      text = text.slice(0, place) + insert + text.slice(place + remove)
    }
    return text
  })
