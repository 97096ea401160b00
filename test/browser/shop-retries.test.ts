import type { Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { makeCatalogue } from './catalogue.ts'
import { hasBrowser, settled, test } from './tab.ts'
import { openWhile, tryAgain } from './trouble.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeCatalogue(50)
})

const busy = (route: Route) =>
  route.fulfill({ status: 429, headers: { 'retry-after': '7' }, json: { code: 'rate_limited' } })

test('429 with Retry-After: tries again automatically, when it was told to and not before', async () => {
  let calls = 0
  const page = await openWhile(shop, (route) => (calls++ === 0 ? busy(route) : route.continue()))
  await page.getByRole('alert').getByText('tries again automatically in 7 seconds').waitFor()
  await page.clock.runFor(6_900)
  expect(calls).toBe(1)
  await page.clock.runFor(200)
  await page.getByRole('link', { name: 'Tea 01' }).waitFor()
  expect(calls).toBe(2)
})

test('tries again automatically three times and no more', async () => {
  let calls = 0
  const page = await openWhile(shop, (route) => {
    calls++
    return busy(route)
  })
  for (const done of [1, 2, 3]) {
    await page.getByRole('alert').getByText('tries again automatically').waitFor()
    expect(calls).toBe(done)
    const answered = page.waitForResponse(/products/)
    await page.clock.runFor(7_000)
    await answered
    await settled(page)
  }
  await tryAgain(page).waitFor()
  expect(calls).toBe(4)
})

test('who goes elsewhere meanwhile is not brought back', async () => {
  const page = await openWhile(shop, (route) =>
    route.request().url().includes('category') ? route.continue() : busy(route),
  )
  await page.getByRole('alert').getByText('tries again automatically').waitFor()
  await page.getByRole('link', { name: 'Tea', exact: true }).click()
  await page.getByRole('link', { name: 'Tea 01' }).waitFor()
  let calls = 0
  page.on('request', () => calls++)
  await page.clock.fastForward(60_000)
  expect(calls).toBe(0)
})
