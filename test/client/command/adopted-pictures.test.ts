import { expect } from 'vitest'
import { findRunningImport } from '../../../lib/data/imports/imports.ts'
import { makeMerchant } from '../../admin/merchant.ts'
import { openShop, openTab, productAddress, test } from '../../browser/tab.ts'
import { runOnce } from '../../import/run/bench.ts'
import { walk } from '../../support/shop.ts'
import { asKey, storefront } from './installed.ts'
import { openOldShop } from './old-shop.ts'

const OLD = 'https://old-shop.example/'
const HEAD =
  'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position,Image Alt Text,Variant Image,Status'
const SHOPIFY = [
  HEAD,
  `mug,Mug,Title,Default Title,MUG,9.50,${OLD}media/mug,1,A mug,,active`,
  `shirt,Shirt,Size,S,SHI-S,39.00,${OLD}media/shirt-1,1,Front,${OLD}media/shirt-s,active`,
  `shirt,,,M,SHI-M,39.00,${OLD}media/shirt-2,2,Back,${OLD}media/shirt-m,`,
].join('\n')

/** Of the pictures of the list or the product, without those of other products below it. */
const DRAWN = `Array.from(
  document.querySelectorAll(':is(#list, #product) .picture img'),
  ({ complete, naturalWidth }) => complete && naturalWidth > 0)`

test('the pictures of a Shopify shop are still shown when that shop is closed', async () => {
  const { business, token, ask } = await makeMerchant()
  await using old = await openOldShop()
  const env = await asKey(token)
  const begun = await storefront(env, ['import', '-', '--no-wait'], SHOPIFY)
  expect(begun.code).toBe(0)
  const running = await findRunningImport(business.id)
  await runOnce({ business }, running?.id ?? '')

  // An import takes no addresses without TLS, and an old shop of a test has no certificate.
  const local = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(OLD, `http://${old.host}/`))
  for (const { id, images, variant_count } of (await ask('GET', '/admin/products')).body.data) {
    const path = `/admin/products/${id}`
    expect((await ask('PATCH', path, { images: local(images) })).status).toBe(200)
    if (variant_count === 1) continue
    const { body } = await ask('GET', `${path}/variants`)
    const variants = body.variants as { id: string; image: object }[]
    const patch = {
      variants: variants.map(({ id: variant, image }) => ({ id: variant, image: local(image) })),
    }
    expect((await ask('PATCH', `${path}/variants`, patch)).status).toBe(200)
  }
  const adopted = await storefront(env, ['media', 'adopt'])
  expect([adopted.code, adopted.stdout]).toEqual([0, '5 pictures adopted in 5 places, 0 not adopted\n'])
  old.close()

  const ids = (await walk(business, '/products')).map(({ id }) => id)
  const products = await walk(business, `/products?ids=${ids}&expand=variants`)
  const urls = new Set(JSON.stringify(products).match(/http[^"]+/g))
  expect(urls.size).toBe(5)
  for (const url of urls) {
    const { status, headers } = await fetch(url)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
  }
  const shop = await openShop(business)
  await expect.poll(() => shop.evaluate(DRAWN)).toEqual([true, true])
  const page = await openTab()
  await page.goto(productAddress(business, 'shirt'))
  // That of its first variant, and its own two.
  await expect.poll(() => page.evaluate(DRAWN)).toEqual([true, true, true])
})
