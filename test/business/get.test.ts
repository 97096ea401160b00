import { expect, test } from 'vitest'
import { callAs, makeBusiness } from '../support/shop.ts'

test('a business shows exactly its public fields, in order', async () => {
  const business = await makeBusiness({
    name: 'Teehaus',
    description: 'Tea',
    logo_url: 'https://img.example/logo.svg',
    currency: 'EUR',
    locale: 'de-DE',
    timezone: 'Europe/Berlin',
    country: 'DE',
    contact: { email: 'tea@shop.example', website: 'https://shop.example/' },
    social_links: ['https://social.example/@tea'],
    metadata: { secret: 'canary' },
  })
  const response = await callAs(business, '/business')
  expect(response.status).toBe(200)
  const shown = await response.json()
  expect(shown).toEqual({
    id: business.id,
    slug: business.slug,
    name: 'Teehaus',
    description: 'Tea',
    logo_url: 'https://img.example/logo.svg',
    currency: 'EUR',
    locale: 'de-DE',
    timezone: 'Europe/Berlin',
    country: 'DE',
    contact: { email: 'tea@shop.example', phone: null, website: 'https://shop.example/', address: null },
    social_links: ['https://social.example/@tea'],
  })
  expect(Object.keys(shown as object)).toEqual(
    'id slug name description logo_url currency locale timezone country contact social_links'.split(' '),
  )
})

test('what was not given has its default', async () => {
  const business = await makeBusiness()
  expect(await (await callAs(business, '/business')).json()).toMatchObject({
    description: '',
    logo_url: null,
    locale: 'en',
    timezone: 'UTC',
    country: null,
    contact: { email: null, phone: null, website: null, address: null },
    social_links: [],
  })
})

test('no parameter chooses another business', async () => {
  const [one, two] = [await makeBusiness(), await makeBusiness()]
  expect((await callAs(one, `/business?business_id=${two.id}`)).status).toBe(400)
  expect((await callAs(one, `/business?id=${two.id}`)).status).toBe(400)
  expect(await (await callAs(one, `/business?business=${one.id}`)).json()).toMatchObject({ id: one.id })
})
