import { expect, test } from 'vitest'
import { blocksOf, readPage } from './blocks.ts'

type Handler = (event: { request: { uri: string } }) => { uri: string }

test('the function for CloudFront sends the pages of products, and nothing else, to the file', () => {
  const [block] = blocksOf(readPage('docs/hosting.md')).filter(({ info }) => info === 'edge')
  const handler: Handler = new Function(`${block?.text}\nreturn handler`)()
  const answered = (uri: string) => handler({ request: { uri } }).uri
  expect(answered('/p/green-tea')).toBe('/index.html')
  for (const uri of ['/', '/index.html', '/pictures/tea.jpg', '/p']) expect(answered(uri)).toBe(uri)
})
