import { describe, expect, test } from 'vitest'
import { handler as createHook } from '../../../functions/admin/webhooks/create.ts'
import { handler as updateHook } from '../../../functions/admin/webhooks/update.ts'
import { invoke } from '../in-process.ts'
import { atOnce, faults, type Merchant, makeMerchant, outcome, tally } from '../merchant.ts'
import { HOOK, makeHook, pathOf } from './hooks.ts'

const URL_A = 'https://hooks.example/a?shop=1'
const SAME = ['HTTPS://HOOKS.example:443/a?shop=1', 'https://hooks.example/b/../a?shop=1']
const OTHERS = ['https://hooks.example/a', 'https://hooks.example/a?shop=2', 'https://hooks.example/A?shop=1']

const post = ({ ask }: Merchant, url: string) => ask('POST', '/admin/webhooks', { ...HOOK, url })

describe('one URL is that of one webhook of a business', () => {
  test('in POST and in PATCH, however it is written, enabled or not', async () => {
    const merchant = await makeMerchant()
    const first = await makeHook(merchant, { url: URL_A, is_enabled: false })
    const second = await makeHook(merchant)
    for (const url of [URL_A, ...SAME]) {
      const posted = await post(merchant, url)
      expect([outcome(posted), faults(posted)], url).toEqual(['409 url_taken', ['/url url_taken']])
      const patched = await merchant.ask('PATCH', pathOf(second), { url })
      expect([outcome(patched), faults(patched)], url).toEqual(['409 url_taken', ['/url url_taken']])
    }
    expect((await merchant.ask('GET', pathOf(second))).body).toMatchObject({ url: second.url, version: 1 })
    // Its own it can write otherwise.
    for (const url of [...SAME, URL_A])
      expect(outcome(await merchant.ask('PATCH', pathOf(first), { url }))).toBe('200')
    for (const url of OTHERS) expect(outcome(await post(merchant, url)), url).toBe('201')
    expect(outcome(await post(await makeMerchant(), URL_A))).toBe('201')
  })

  test('until it is moved or deleted', async () => {
    const merchant = await makeMerchant()
    const hook = await makeHook(merchant, { url: URL_A })
    await merchant.ask('PATCH', pathOf(hook), { url: 'https://hooks.example/moved' })
    const next = await makeHook(merchant, { url: URL_A })
    expect(outcome(await merchant.ask('PATCH', pathOf(hook), { url: URL_A }))).toBe('409 url_taken')
    await merchant.ask('DELETE', pathOf(next))
    expect(outcome(await merchant.ask('PATCH', pathOf(hook), { url: URL_A }))).toBe('200')
  })

  test('also if eight are created with it and eight moved there at once', async () => {
    const merchant = await makeMerchant()
    const hooks = await atOnce(8, () => makeHook(merchant))
    const body = { url: URL_A }
    const answers = await atOnce(16, (n) => {
      const hook = hooks[n / 2]
      return hook
        ? invoke(updateHook, merchant.business.id, {
            method: 'PATCH',
            route: '/admin/webhooks/{id}',
            path: { id: hook.id },
            body,
          })
        : invoke(createHook, merchant.business.id, {
            method: 'POST',
            route: '/admin/webhooks',
            body: { ...HOOK, ...body },
          })
    })
    const outcomes = answers.map(({ status, body: { code } }) =>
      status < 300 ? 'done' : `${status} ${code}`,
    )
    expect(tally(outcomes)).toEqual({ done: 1, '409 url_taken': 15 })
    const { data } = (await merchant.ask('GET', '/admin/webhooks')).body
    expect(data.filter(({ url }) => url === URL_A)).toHaveLength(1)
  })
})
