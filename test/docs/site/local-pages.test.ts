import { expect, test } from 'vitest'
import { localPages } from '../../../lib/local/dev/pages.ts'

test('the samples are filled in with the shop that is there when a page is read', () => {
  let shop: Parameters<typeof localPages>[0]
  const pages = localPages(() => shop?.())
  const read = () => {
    const page = pages['/docs/local.json']
    return page && 'content' in page ? JSON.parse(page.content) : undefined
  }
  expect(read()).toEqual({})
  shop = () => ({ business: { slug: 'demo' }, api_key: 'sfk_1' })
  expect(read()).toEqual({ business: 'demo', api_key: 'sfk_1' })
  shop = () => ({ business: { slug: 'demo' }, api_key: null })
  expect(read()).toEqual({ business: 'demo', api_key: null })
})

test('/docs and /docs/ lead to the first page, and every page is at its name', () => {
  const pages = localPages()
  for (const path of ['/docs', '/docs/'])
    expect(pages[path]).toMatchObject({ content: expect.stringContaining('url=/docs/index"') })
  expect(Object.keys(pages)).toEqual(expect.arrayContaining(['/docs/index', '/docs/problems', '/']))
})
