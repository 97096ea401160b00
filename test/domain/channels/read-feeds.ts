import { inject } from 'vitest'
import { type Feed, renderFeed } from '../../../lib/domain/channels/feeds.ts'
import type { Shop, ShownProduct } from '../../../lib/domain/channels/goods.ts'
import { Run } from '../../prove/run.ts'
import type { Cell } from './naive-feed.ts'
import { randomShop } from './random-shop.ts'

/** The rows of an RSS feed, as a channel reads them. */
export const rowsIn = (xml: string): Cell[][] =>
  [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) =>
    [...item.matchAll(/<g:(\w+)>(.*?)<\/g:\1>/gs)].map(
      ([, column = '', text = '']): Cell => [
        column,
        text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      ],
    ),
  )

export const cellOf = (row: readonly Cell[], column: string) => row.find(([name]) => name === column)?.[1]

/** A feed that is not too long. */
export function rendered(feed: Feed, shop: Shop, products: readonly ShownProduct[]) {
  const made = renderFeed(feed, shop, products)
  if (!made) throw new Error('the feed is too long')
  return made
}

/** So many shops by chance, with their products. */
export const catalogues = (count: number) => {
  const run = new Run('feeds', inject('turn') ?? 36, { count })
  return Array.from({ length: count }, () => randomShop(run))
}
