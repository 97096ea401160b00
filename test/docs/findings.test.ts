import { expect, test } from 'vitest'
import { FINDING_CODES } from '../../lib/operator/upkeep/verify/findings.ts'
import { REPAIRS, type Repair } from '../operator/upkeep/repairs/repairs.ts'
import { readPage } from './blocks.ts'

const page = readPage('docs/findings.md')
const rows = [...page.matchAll(/^\| `(\w+)` \| (.*) \| (.*) \|$/gm)].map(
  ([, code = '', meaning = '', repair = '']) => ({ code, meaning, repair }),
)

test('the page has each code, with the meaning that verify --help prints', () => {
  const known = Object.entries(FINDING_CODES).map(([code, text]) => ({
    code,
    meaning: text.replace(/ \((reindex|--deep|business delete)\)/g, ''),
  }))
  expect(rows.map(({ code, meaning }) => ({ code, meaning }))).toEqual(known)
})

/** The words by which a repair of the page is known. */
const WORDS: Record<string, RegExp> = {
  reindex: /^`reindex`/,
  'deletion of the item': /\(#delete-an-item\)/,
  'item of a backup': /^\[put the item back\]/,
  API: /^over the API: /,
  command: /^`(business|key) /,
  none: /nothing: /,
}

const kindOf = (repair: Repair) => ('by' in repair ? repair.by : 'none')

test('each row has the repair that was tried', () => {
  const differing = rows.filter(({ code, repair }) => {
    const tried = Object.entries(REPAIRS).find(([name]) => name === code)?.[1]
    return tried === undefined || !WORDS[kindOf(tried)]?.test(repair)
  })
  expect(differing).toEqual([])
})

test('verify --help marks what reindex repairs', () => {
  const marked = Object.entries(FINDING_CODES).flatMap(([code, text]) =>
    text.includes('(reindex)') ? [code] : [],
  )
  const repaired = Object.entries(REPAIRS).flatMap(([code, one]) =>
    // A guard of a SKU; that of a slug is deleted by hand.
    kindOf(one) === 'reindex' || code === 'guard_left' ? [code] : [],
  )
  expect(marked).toEqual(repaired)
})

test('the page names what only --deep finds', () => {
  const [, named = ''] = /are only seen with `--deep`.*?: (.*?), and guards/s.exec(page) ?? []
  const deep = Object.entries(REPAIRS).flatMap(([code, one]) =>
    'isDeep' in one && one.isDeep && code !== 'guard_left' ? [code] : [],
  )
  expect([...named.matchAll(/`(\w+)`/g)].map(([, code]) => code)).toEqual(deep)
})
