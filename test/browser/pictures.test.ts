import { readFile } from 'node:fs/promises'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { makePicturedShop } from '../docs/page-shop.ts'
import { openPicture, PICTURES, textIn } from './pictures.ts'
import { browser, root, test } from './tab.ts'

let shop: string
beforeAll(async () => {
  if (browser) shop = (await makePicturedShop()).business.slug
})

const names = Object.keys(PICTURES) as (keyof typeof PICTURES)[]

test.for(names)('the picture %s shows the page as it is: `npm run pictures` takes it again', async (name) => {
  if (!browser) throw new Error('no browser')
  const page = await openPicture(browser, name, root, shop)
  onTestFinished(() => page.close())
  const file = new URL(`../../docs/pictures/${name}.txt`, import.meta.url)
  expect(`${await textIn(page)}\n`).toBe(await readFile(file, 'utf8'))
})
