import { expect, test } from 'vitest'
import { cachedAnswer, representation } from '../../../lib/api/http/answer/answer.ts'

const TEXT = '{"data":[]}'

/** The statuses of an answer, and of one that is as it is sent already, to a request with this If-None-Match. */
function statusesOf(ifNoneMatch: string): number[] {
  const preferences = { 'if-none-match': ifNoneMatch }
  const cached = cachedAnswer(TAG, preferences, 'public', { headers: {}, body: TEXT })
  return [representation(TEXT, preferences, 'public'), cached].map(({ statusCode }) => statusCode)
}

const TAG = String(representation(TEXT, {}, 'public').headers.etag)

test.each<[string, (tag: string) => string, number]>([
  ['the tag', (tag) => tag, 304],
  ['the tag, weak', (tag) => `W/${tag}`, 304],
  ['a star', () => '*', 304],
  ['a list with it', (tag) => `"a", ${tag}, "b"`, 304],
  ['a list without spaces', (tag) => `"a",${tag},"b"`, 304],
  ['a list with it, weak', (tag) => `W/"a",W/${tag}`, 304],
  ['empty elements', (tag) => `, ,${tag},`, 304],
  ['another tag', () => '"another"', 200],
  ['a list without it', () => '"a", W/"b"', 200],
  ['the tag without quotes', (tag) => tag.replaceAll('"', ''), 200],
  ['the tag in another casing', (tag) => tag.toLowerCase(), 200],
  ['a small w', (tag) => `w/${tag}`, 200],
  ['a part of the tag', (tag) => `${tag.slice(0, -2)}"`, 200],
  ['a star in quotes', () => '"*"', 200],
  ['nothing', () => '', 200],
  ['rubbish', () => '"', 200],
  ['rubbish before the tag', (tag) => `rubbish, ${tag}`, 200],
  ['rubbish behind the tag', (tag) => `${tag}, rubbish`, 200],
  ['the tag and another without a comma', (tag) => `${tag} "a"`, 200],
  ['a star in a list', () => '*, "a"', 200],
  ['a star behind a tag', () => '"a", *', 200],
  ['an unclosed tag behind it', (tag) => `${tag}, "a`, 200],
  ['a comma inside of a tag', (tag) => `"a,b", ${tag}`, 304],
  ['8 KB of commas', () => ','.repeat(8000), 200],
])('If-None-Match with %s', (_, make, status) => {
  expect(statusesOf(make(TAG))).toEqual([status, status])
})
