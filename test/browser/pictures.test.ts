import { readFile } from 'node:fs/promises'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { makePicturedShop } from '../docs/page-shop.ts'
import { carryOutNewest } from '../support/imports.ts'
import { openPicture, PICTURES, textIn } from './pictures.ts'
import { browser, root, test } from './tab.ts'

let of: Parameters<typeof openPicture>[3]
beforeAll(async () => {
  if (!browser) return
  const { business, token } = await makePicturedShop()
  of = { shop: business.slug, key: token, carryOut: () => carryOutNewest(business) }
})

const names = Object.keys(PICTURES) as (keyof typeof PICTURES)[]

test.for(names)('the picture %s shows the page as it is: `npm run pictures` takes it again', async (name) => {
  if (!browser) throw new Error('no browser')
  const page = await openPicture(browser, name, root, of)
  onTestFinished(() => page.close())
  const file = new URL(`../../docs/pictures/${name}.txt`, import.meta.url)
  expect(`${await textIn(page)}\n`).toBe(await readFile(file, 'utf8'))
})
