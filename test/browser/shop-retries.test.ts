import type { Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { makeCatalogue } from './catalogue.ts'
import { hasBrowser, namesOn, settled, shopAddress, test } from './tab.ts'
import { throttledApi } from './throttled-api.ts'
import { heading, openPaused, openWhile, tryAgain } from './trouble.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeCatalogue(50)
})

const busy = (route: Route) =>
  route.fulfill({ status: 429, headers: { 'retry-after': '7' }, json: { code: 'rate_limited' } })

test('429 with Retry-After: tries again automatically, at that time and not before', async () => {
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

test('without Retry-After: tries again automatically, later each time, three times and no more', async () => {
  let calls = 0
  const page = await openWhile(shop, (route) => {
    calls++
    return route.fulfill({ status: 429, json: { message: 'Too Many Requests' } })
  })
  // A second, two and four, and up to twice as much.
  for (const [done, fromMs, toMs] of [
    [1, 900, 2_000],
    [2, 1_900, 4_000],
    [3, 3_900, 8_000],
  ] as const) {
    await page.getByRole('alert').getByText('tries again automatically').waitFor()
    await tryAgain(page).waitFor()
    await page.clock.runFor(fromMs)
    expect(calls).toBe(done)
    const answered = page.waitForResponse(/products/)
    await page.clock.runFor(toMs - fromMs)
    await answered
    await settled(page)
  }
  await tryAgain(page).waitFor()
  expect(await page.getByRole('alert').textContent()).not.toContain('automatically')
  expect(calls).toBe(4)
})

test('a shop on another origin, which the gateway throttles, shows what it has and tries again', async () => {
  const { baseUrl, passMs } = await throttledApi('GET /api/v1/products/search')
  const page = await openPaused({
    mayReport: /blocked by CORS policy|net::ERR_FAILED|Failed to load resource/,
  })
  await page.goto(shopAddress(shop, `api=${encodeURIComponent(baseUrl)}`))
  await settled(page)
  expect(await namesOn(page)).toHaveLength(24)
  await page.getByRole('button', { name: 'Load more' }).click()
  await heading(page, 'The shop cannot be reached')
  // This is all that a page learns: no status, no body.
  const list = `fetch('${baseUrl}/products/search?business=${shop.slug}')`
  await expect(page.evaluate(list)).rejects.toThrow('TypeError: Failed to fetch')
  const again = page.waitForEvent('requestfailed')
  await page.clock.runFor(2_000)
  await again
  await page.getByRole('alert').getByText('tries again automatically').waitFor()
  expect(await namesOn(page)).toHaveLength(24)
  passMs(1_000)
  await page.clock.runFor(4_000)
  await page.locator('.tile:nth-child(48)').waitFor()
  expect(await page.getByRole('alert').textContent()).toBe('')
})

test('who goes elsewhere meanwhile is not brought back', async () => {
  const page = await openWhile(shop, (route) =>
    route.request().url().includes('category=tea') ? route.continue() : busy(route),
  )
  await page.getByRole('alert').getByText('tries again automatically').waitFor()
  await page.getByRole('link', { name: 'Tea', exact: true }).click()
  await page.getByRole('link', { name: 'Tea 01' }).waitFor()
  let calls = 0
  page.on('request', () => calls++)
  await page.clock.fastForward(60_000)
  expect(calls).toBe(0)
})
