import { describe, expect, test } from 'vitest'
import type { Note } from '../../../lib/import/catalogue-files/note.ts'
import { readPicture, readPictures, urlsIn } from '../../../lib/import/read/pictures.ts'

const [A, B] = ['https://a.example/1.jpg', 'https://a.example/2.jpg']

function read(reader: typeof readPictures, value: unknown) {
  const notes: Note[] = []
  return { read: reader(value, { notes }), notes: notes.map(({ loss, detail }) => `${loss}: ${detail}`) }
}

test.each<[string, string[]]>([
  [A, [A]],
  [`${A}|${B}`, [A, B]],
  [` ${A} | | ${B} `, [A, B]],
  [`${A},${B}`, [A, B]],
  [`${A}, ${B}`, [A, B]],
  [`${A}; ${B}`, [A, B]],
  [`${A} ${B}`, [A, B]],
  [`${A}\n${B}`, [A, B]],
  [`${A},,${B}`, [A, B]],
  ['https://a.example/w_5,h_5/1.jpg', ['https://a.example/w_5,h_5/1.jpg']],
  [
    `https://a.example/a;b.jpg,HTTPS://a.example/2.jpg`,
    ['https://a.example/a;b.jpg', 'HTTPS://a.example/2.jpg'],
  ],
  [`${A},s3+x.y-z://bucket/2.jpg`, [A, 's3+x.y-z://bucket/2.jpg']],
  ['a_1b~mv2.jpg;nsplsh_2~mv2_d_30_s_2.png', ['a_1b~mv2.jpg', 'nsplsh_2~mv2_d_30_s_2.png']],
  [`${A}|${B},x`, [A, `${B},x`]],
  ['', []],
])('%j has the addresses %j', (text, urls) => {
  expect(urlsIn(text)).toEqual(urls)
})

test('of far too many addresses only one more than the limit is taken, so that its reader sees it', () => {
  const many = (count: number, between: string) => Array.from({ length: count }, () => A).join(between)
  for (const between of ['|', ',']) {
    expect(urlsIn(many(2_500, between))).toHaveLength(2_500)
    expect(urlsIn(many(9_999, between))).toHaveLength(2_501)
  }
  expect(() => readPictures(many(2_501, ','), { notes: [] })).toThrow(
    'has more than 2500 entries of one list',
  )
})

describe('a picture', () => {
  test.each<[unknown, unknown]>([
    [A, { url: A }],
    [{ url: A }, { url: A }],
    [
      { url: A, alt: 'Cup' },
      { url: A, alt: 'Cup' },
    ],
    [{ url: A, alt: 7, id: 3, src: B }, { url: A }],
    [
      { url: A, width: 30, height: 20 },
      { url: A, width: 30, height: 20 },
    ],
    [
      { url: A, width: 1, height: 20_000 },
      { url: A, width: 1, height: 20_000 },
    ],
    [
      { url: A, width: null, height: null },
      { url: A, width: null, height: null },
    ],
    [
      { url: A, width: null },
      { url: A, width: null, height: null },
    ],
    [
      { url: A, height: null },
      { url: A, width: null, height: null },
    ],
  ])('%j is read as %j', (entry, picture) => {
    expect(read(readPicture, entry)).toEqual({ read: picture, notes: [] })
  })

  test.each([7, null, [A], {}, { url: 7 }, { url: null }])('%j is left for the rules of the API', (entry) => {
    expect(read(readPicture, entry)).toEqual({ read: entry, notes: [] })
  })

  test.each([
    [{ width: 0, height: 5 }],
    [{ width: 5, height: 0 }],
    [{ width: 20_001, height: 5 }],
    [{ width: 5.5, height: 5 }],
    [{ width: '5', height: 5 }],
    [{ width: 5 }],
    [{ height: 5 }],
    [{ width: null, height: 5 }],
    [{ width: 5, height: null }],
  ])('of the size %j is taken without it, which the report says', (size) => {
    expect(read(readPicture, { url: A, ...size })).toEqual({
      read: { url: A },
      notes: [`image_size: the width and the height of ${A} are not whole numbers from 1 to 20,000`],
    })
  })

  test.each([
    [` ${A} `, A],
    ['//a.example/1.jpg', A],
    ['https://a.example/my cup.jpg', 'https://a.example/my%20cup.jpg'],
    ['https://a.example/a\tb c.jpg', 'https://a.example/a%09b%20c.jpg'],
    ['a_1b~mv2.jpg', 'https://static.wixstatic.com/media/a_1b~mv2.jpg'],
    ['nsplsh_2~mv2_d_30_s_2.webp', 'https://static.wixstatic.com/media/nsplsh_2~mv2_d_30_s_2.webp'],
    ['A~mv2.PNG', 'https://static.wixstatic.com/media/A~mv2.PNG'],
  ])('at %j has the address %s', (written, url) => {
    const text = written.trim()
    expect(read(readPicture, written)).toEqual({
      read: { url },
      notes: text === url ? [] : [`image_url: ${JSON.stringify(text)} became ${url}`],
    })
  })

  const longest = `https://a.example/${'x'.repeat(2_048 - 18)}`

  test.each([
    ['http://a.example/1.jpg', 'is not https'],
    ['HTTP://a.example/1.jpg', 'is not https'],
    ['ftp://a.example/1.jpg', 'is not https'],
    ['http://a.example/?of=https://b.example', 'is not https'],
    ['a.example/1.jpg', 'is not a URL'],
    ['/media/1.jpg', 'is not a URL'],
    ['javascript:alert(1)', 'is not a URL'],
    ['x https://a.example/1.jpg', 'is not a URL'],
    ['https://', 'is not a URL'],
    ['https://me:secret@a.example/1.jpg', 'is not a URL of a public picture'],
    [`${longest}x`, 'is longer than 2048 characters'],
    ['x/a~mv2.jpg', 'is not a URL'],
    ['a~mv2.jpgx5', 'is not a URL'],
    ['a~mv2.jp', 'is not a URL'],
    ['', 'is not a URL'],
  ])('at %j is none that a page can show, and costs no row', (written, why) => {
    expect(read(readPicture, written)).toEqual({ read: null, notes: [`image: ${written} ${why}`] })
  })

  test('has an address of 2,048 characters at most', () => {
    expect(read(readPicture, longest)).toEqual({ read: { url: longest }, notes: [] })
  })
})

describe('the pictures of a product', () => {
  test('are those of a text or a list, each once, without those that nobody can show', () => {
    expect(read(readPictures, `${A}|http://a.example/x.jpg|${B}|${A}`)).toEqual({
      read: [{ url: A }, { url: B }],
      notes: ['image: http://a.example/x.jpg is not https'],
    })
    expect(read(readPictures, [A, { url: B, alt: 'Cup' }])).toEqual({
      read: [{ url: A }, { url: B, alt: 'Cup' }],
      notes: [],
    })
  })

  test('are ten at most, and the others are named', () => {
    const urls = Array.from({ length: 11 }, (_, n) => `https://a.example/${n}.jpg`)
    const { read: list, notes } = read(readPictures, urls)
    expect(list).toEqual(urls.slice(0, 10).map((url) => ({ url })))
    expect(notes).toEqual(['image: https://a.example/10.jpg is beyond 10 images'])
  })

  test('with an entry that is not a picture are left for the rules of the API', () => {
    expect(read(readPictures, [A, A, 7])).toEqual({ read: [{ url: A }, { url: A }, 7], notes: [] })
    expect(read(readPictures, [{ url: A, alt: 'x' }, { src: B }]).read).toEqual([
      { url: A, alt: 'x' },
      { src: B },
    ])
    expect(read(readPictures, { url: A }).read).toEqual({ url: A })
  })
})
