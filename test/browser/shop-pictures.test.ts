import { beforeAll, expect, inject } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { uploadDemoPictures } from '../../lib/operator/upload-demo-pictures.ts'
import { makePageShop } from '../docs/page-shop.ts'
import { hasBrowser, openTab, productAddress, settled, shopAddress, test } from './tab.ts'

let shop: Business
let upload: () => Promise<void>
beforeAll(async () => {
  if (!hasBrowser) return
  const { business, token } = await makePageShop(['tea'])
  shop = business
  upload = () => uploadDemoPictures({ base_url: inject('baseUrl'), api_key: token })
  await upload()
})

/** https://web.dev/articles/cls calls twice as much good. */
const MOST_SHIFT = 0.05

const OBSERVE = `
  globalThis.shift = 0
  const add = ({ value }) => { shift += value }
  new PerformanceObserver((all) => all.getEntries().forEach(add)).observe({ type: 'layout-shift', buffered: true })`

interface Shown {
  naturalWidth: number
  /** The width that the address of the loaded file names. */
  loaded: number
  /** The width of the picture on the screen, in pixels of the device. */
  needed: number
  ratio: string
  loading: string
  priority: string
}

/** The pictures of the list or the product, without those of other products below it. */
const SHOWN = ':is(#list, #product) .picture img'

/** Opens a page, scrolls until each of its pictures is loaded, and returns them and the sum of all shifts. */
async function openWithPictures(address: string, screen: Screen): Promise<{ shown: Shown[]; shift: number }> {
  const page = await openTab(screen)
  await page.addInitScript(OBSERVE)
  await page.goto(address)
  await settled(page)
  await page.locator(SHOWN).first().waitFor()
  for (const img of await page.locator(SHOWN).all()) {
    await img.scrollIntoViewIfNeeded()
    await img.evaluate((one: { decode(): Promise<void> }) => one.decode())
  }
  const shown = await page.evaluate<Shown[]>(`[...document.querySelectorAll('${SHOWN}')].map((img) => ({
    naturalWidth: img.naturalWidth,
    loaded: Number(/(\\d+)\\.webp$/.exec(img.currentSrc)?.[1]),
    needed: Math.round(img.clientWidth * devicePixelRatio),
    ratio: img.getAttribute('width') + ':' + img.getAttribute('height'),
    loading: img.loading,
    priority: img.fetchPriority,
  }))`)
  return { shown, shift: await page.evaluate<number>('shift') }
}

interface Screen {
  viewport: { width: number; height: number }
  deviceScaleFactor: number
  isMobile: boolean
}

const screens = [
  [1440, 1],
  [1280, 1],
  [800, 2],
  [390, 3],
  [360, 2],
].map(([width = 0, deviceScaleFactor = 1]) => ({
  viewport: { width, height: 800 },
  deviceScaleFactor,
  // The scroll bar of a phone takes no width.
  isMobile: width < 600,
}))

/** The smallest width of an uploaded picture that fills so many pixels. */
const enough = (needed: number) => [320, 640, 1280, 2000].find((width) => width >= needed)

test.for(screens)(
  'pictures of a list are not larger than $viewport.width px need, and move nothing',
  async (screen) => {
    const { shown, shift } = await openWithPictures(shopAddress(shop), screen)
    expect(shift).toBeLessThan(MOST_SHIFT)
    expect(shown).toHaveLength(8)
    expect(shown.map(({ loaded }) => loaded)).toEqual(shown.map(({ needed }) => enough(needed)))
    expect(shown.filter(({ naturalWidth }) => naturalWidth === 0)).toEqual([])
    const [eager, lazy] = ['eager high', 'lazy auto']
    const order = shown.map(({ loading, priority }) => `${loading} ${priority}`)
    expect(order).toEqual([eager, eager, eager, lazy, lazy, lazy, lazy, lazy])
  },
)

test.for(screens)(
  'the picture of a product at $viewport.width px is as large as it needs',
  async (screen) => {
    const { shown, shift } = await openWithPictures(productAddress(shop, 'gyokuro-50-g'), screen)
    expect(shift).toBeLessThan(MOST_SHIFT)
    const [picture, ...others] = shown
    expect(others).toEqual([])
    expect(picture).toMatchObject({ ratio: '1280:1280', loading: 'eager', priority: 'high' })
    expect(picture?.loaded).toBe(enough(picture?.needed ?? 0))
  },
)

test('a product that has its picture is left alone', async () => {
  const products = async () => (await fetch(`${inject('baseUrl')}/products?business=${shop.slug}`)).text()
  const before = await products()
  await upload()
  expect(await products()).toBe(before)
})
