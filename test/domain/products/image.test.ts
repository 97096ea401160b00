import * as v from 'valibot'
import { expect, test } from 'vitest'
import { image } from '../../../lib/domain/products/image.ts'

const URL = 'https://img.example/a.jpg'
const outcome = (more: object) => {
  const { success, output, issues = [] } = v.safeParse(image, { url: URL, ...more })
  return success ? output : issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}
const plain = { url: URL, alt: '' }

test.each<[string, object, unknown]>([
  ['a URL alone', {}, plain],
  ['a size', { width: 4, height: 3 }, { ...plain, width: 4, height: 3 }],
  ['a size of null, which is none', { width: null, height: null }, plain],
  ['the largest size', { width: 20_000, height: 1 }, { ...plain, width: 20_000, height: 1 }],
  ['a width alone', { width: 4 }, ['width: must be given together with height']],
  ['a width beside null', { width: 4, height: null }, ['width: must be given together with height']],
  ['a height alone', { height: 3 }, ['height: must be given together with width']],
  ['a height beside null', { width: null, height: 3 }, ['height: must be given together with width']],
  ['no width', { width: 0, height: 3 }, ['width: must be an integer from 1 to 20000']],
])('a picture with %s', (_, more, expected) => {
  expect(outcome(more)).toEqual(expected)
})
