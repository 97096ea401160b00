import { expect, test } from 'vitest'
import { isBareClause, openingsIn, SOURCES } from './comment-openings.ts'
import { AREAS, commentsIn, phrasesIn, phrasesOf, titlesIn } from './comment-phrases.ts'
import {
  descriptionTexts,
  PAGES,
  PROGRAMS,
  pageTexts,
  programTexts,
  shopTexts,
  type UserText,
  userTexts,
} from './user-texts.ts'
import { BARE_CLAUSE, TRANSLATED_PHRASES, WRONG_PHRASES } from './wrong-phrases.ts'

/** `docs/limits.md:12: "pace": write rate limit`, for each wrong phrase in the text. */
function wrongIn({ file, line, text, isSentence }: UserText): string[] {
  const phrases = [...WRONG_PHRASES, ...TRANSLATED_PHRASES]
  const rules = isSentence ? [...phrases, BARE_CLAUSE] : phrases
  return rules.flatMap(({ wrong, right }) =>
    [...text.matchAll(wrong)].map(({ 0: found, index }) => {
      const at = line + text.slice(0, index).split('\n').length - 1
      return `${file}:${at}: "${found.replace(/\s+/g, ' ')}": write ${right}`
    }),
  )
}

test('the texts that users read are in plain English', () => {
  expect(userTexts().flatMap(wrongIn)).toEqual([])
})

test('every kind of text is read', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/problems.md']))
  expect(PROGRAMS).toEqual(
    expect.arrayContaining([
      'lib/operator/command-line/failure.ts',
      'lib/api/http/problems/denial.ts',
      'lib/domain/body/resource.ts',
      'functions/unmatched.ts',
      'bench/command-line.ts',
    ]),
  )
  const read = new Map(userTexts().map(({ file, text }) => [file, text]))
  for (const file of ['openapi.json', 'clients/shop/index.html', 'docs/glossary.md'])
    expect(read.get(file), file).toMatch(/\w/)
})

test('a wrong phrase of a page is named with its file, its line and the right word', () => {
  const page =
    '# What a key is\n\nIts rate limit is\nfine. Its\npace is not.\n\n```\npace\n```\n\n- Who calls. Who calls?\n'
  expect(pageTexts('a.md', page).flatMap(wrongIn)).toEqual([
    'a.md:5: "pace": write rate limit',
    'a.md:11: "Who": write a noun as the subject of the sentence',
  ])
})

test('a wrong phrase of a program is found in strings and templates, and nowhere else', () => {
  const program = `// a pace\nconst pace = 'pace'\nsay('its pace', \`\${pace} or\nthe pace\`)\n`
  expect(programTexts('a.ts', program).flatMap(wrongIn)).toEqual([
    'a.ts:3: "pace": write rate limit',
    'a.ts:4: "pace": write rate limit',
  ])
})

test('the glossary may name the words that are not used, in its last column', () => {
  const row = '| Term | Meaning | Not |\n|---|---|---|\n| rate limit | how fast, no pace | pace |\n'
  expect(pageTexts('docs/glossary.md', row).flatMap(wrongIn)).toEqual([
    'docs/glossary.md:3: "pace": write rate limit',
  ])
})

test('a wrong phrase is found in the description and in the demo shop', () => {
  const description = '{\n  "summary": "Its pace",\n  "pattern": "pace"\n}\n'
  expect(descriptionTexts('a.json', description).flatMap(wrongIn)).toEqual([
    'a.json:2: "pace": write rate limit',
  ])
  const page =
    "<style>.a { pace }</style>\n<p>Its pace</p>\n<script>\n// Its 'own pace'\nsay('own pace')\n</script>\n"
  expect(shopTexts('a.html', page).flatMap(wrongIn)).toEqual([
    'a.html:2: "pace": write rate limit',
    'a.html:5: "pace": write rate limit',
  ])
})

test('no comment begins with a bare clause in place of the name of a thing', () => {
  const bare = SOURCES.flatMap((file) => openingsIn(file)).filter(isBareClause)
  expect(bare.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([])
})

test('the opening of a comment is found in each of its forms, and a question is not a bare clause', () => {
  const program = [
    '/** What a key is. */',
    'const url = "http://who.example"\t// Who reads it.',
    '/**\n * Whether it is there.\n * What follows is no opening.\n */',
    '\t// Whose it is.\n\t// What follows is no opening.',
    'call()\n// What is a key? This.\n// Whatever is sent.\n/** A key. */',
    '/** Where the API is. */',
  ].join('\n')
  expect(openingsIn('a.ts', program).filter(isBareClause)).toEqual([
    { file: 'a.ts', line: 1, text: 'What a key is.' },
    { file: 'a.ts', line: 2, text: 'Who reads it.' },
    { file: 'a.ts', line: 4, text: 'Whether it is there.' },
    { file: 'a.ts', line: 7, text: 'Whose it is.' },
    { file: 'a.ts', line: 13, text: 'Where the API is.' },
  ])
})

test.each(AREAS)('the comments of %s are in plain English, or the titles if they are tests', (area) => {
  expect(phrasesOf(area)).toEqual([])
})

test('a wrong phrase of a comment or of a title is named with its file, its line and the right word', () => {
  expect(phrasesIn('lib/a.ts', '/** One\n * that stands. */\n// so many\nconst lies = 1\n')).toEqual([
    'lib/a.ts:2: "stands": write is',
    'lib/a.ts:3: "so many": write this many, the most, the number of',
  ])
  expect(phrasesIn('test/a.test.ts', "// It stands.\ntest('a row that is none', f)\n")).toEqual([
    'test/a.test.ts:2: "is none": write is not a',
  ])
})

test('a comment is read as a whole, without the names in it, and no string is a comment', () => {
  const program = [
    '/** One `stands`',
    ' * that stands. */',
    "const url = 'http://stands'",
    'call() // lies',
    '// so',
    '// many',
  ].join('\n')
  expect(commentsIn('a.ts', program)).toEqual([
    { file: 'a.ts', line: 1, text: '/** One `code`\nthat stands. */' },
    { file: 'a.ts', line: 4, text: 'lies\nso\nmany' },
  ])
})

test('titles of tests are found, also of groups and of tests with rows', () => {
  const program =
    "test('a', () => {})\ndescribe('b', () => {\n  test.each(ROWS)('c $x', f)\n  it.skipIf(a)(\n    `d`,\n"
  expect(titlesIn('a.ts', program).map(({ line, text }) => [line, text])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c $x'],
    [4, 'd'],
  ])
})
