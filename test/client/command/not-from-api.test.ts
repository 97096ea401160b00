import { expect, test } from 'vitest'
import { fakeApi } from './fake-imports.ts'
import { asKey, storefront } from './installed.ts'

const TOKEN = `sfk_${'0'.repeat(49)}`

test.each([
  'categories create -d name=Tea',
  'categories list',
  'categories delete tea --yes',
  'public feeds get google.xml',
  'whoami',
  'imports list',
  'export',
])('`storehatch %s` takes no page that responds 200 to everything for the API', async (line) => {
  const headers = { 'content-type': 'text/html' }
  await using api = await fakeApi(() => ({ text: '<h1>Welcome</h1>', headers }))
  const { code, stdout, notes } = await storefront(
    await asKey(TOKEN, { STOREFRONT_URL: api.url }),
    line.split(' '),
  )
  expect([code, stdout]).toEqual([1, ''])
  expect(notes).toEqual([
    expect.stringMatching(
      /^error: the response is not from the API: status 200, text\/html; is the base URL right\?/,
    ),
  ])
  expect(api.received).toHaveLength(1)
})

test.each([301, 302, 307, 308])(
  'a %i is not followed: nothing but the base URL gets the request',
  async (status) => {
    await using elsewhere = await fakeApi(() => ({ json: { id: 'tea' } }))
    await using api = await fakeApi(() => ({ status, text: '', headers: { location: elsewhere.url } }))
    const env = await asKey(TOKEN, { STOREFRONT_URL: api.url })
    for (const argv of [['categories', 'create', '-d', 'name=Tea'], ['whoami']]) {
      const { code, stdout, notes } = await storefront(env, argv)
      expect([code, stdout]).toEqual([1, ''])
      expect(notes.join()).toMatch(
        new RegExp(`^error: the API responded ${status} .*; is the base URL right\\?`),
      )
    }
    expect(elsewhere.received).toEqual([])
  },
)

test('a list of something else is an error', async () => {
  for (const json of [{}, { data: null }, { data: [null] }]) {
    await using api = await fakeApi(() => ({ json }))
    const env = await asKey(TOKEN, { STOREFRONT_URL: api.url })
    expect(await storefront(env, ['categories', 'list'])).toEqual({
      code: 1,
      stdout: '',
      notes: ['error: the response is not from the API: it is not a list; is the base URL right?'],
    })
  }
})
