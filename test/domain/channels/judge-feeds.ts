/** Judges of the feeds of shops by chance: each throws at the first that is wrong. */

import { expect } from 'vitest'
import { FEEDS, missingIn, rowsOf } from '../../../lib/domain/channels/feeds.ts'
import { reportOf } from '../../../lib/domain/channels/report.ts'
import { isGtin } from '../../../lib/domain/products/trade.ts'
import { googleRows, linkOf } from './naive-feed.ts'
import { catalogues, cellOf, rendered, rowsIn } from './read-feeds.ts'

/** The RSS feeds are those of a naive renderer. */
export function judgeRss(count: number): void {
  for (const { shop, products } of catalogues(count)) {
    const all = products.flatMap((shown) => googleRows(shop, shown))
    expect(rowsIn(rendered(FEEDS['google.xml'], shop, products).text)).toEqual(all)
    const words = { yes: 'in stock', owed: 'available for order', no: 'out of stock' }
    const metas = products.flatMap((shown) => googleRows(shop, shown, words))
    const identified = metas.filter((row) => ['brand', 'gtin', 'mpn'].some((column) => cellOf(row, column)))
    expect(rowsIn(rendered(FEEDS['meta.xml'], shop, products).text)).toEqual(identified)
  }
}

/** Each row has an id of its own that Google takes, a sale below the price, and a right GTIN. */
export function judgeRows(count: number): void {
  for (const { shop, products } of catalogues(count)) {
    const rows = rowsIn(rendered(FEEDS['google.xml'], shop, products).text)
    const ids = rows.map((row) => cellOf(row, 'id') ?? '')
    expect([new Set(ids).size, Math.max(0, ...ids.map(({ length }) => length)) <= 50]).toEqual([
      ids.length,
      true,
    ])
    for (const row of rows) {
      const [price, sale, gtin] = ['price', 'sale_price', 'gtin'].map((column) => cellOf(row, column))
      if (sale) expect(Number.parseFloat(sale)).toBeLessThan(Number.parseFloat(price ?? ''))
      if (gtin) expect(isGtin(gtin)).toBe(true)
      expect(new Set(row.map((cell) => cell.join())).size).toBe(row.length)
    }
  }
}

/** OpenAI's rows are lines of JSON that say the same as Google's. */
export function judgeLines(count: number): void {
  for (const { shop, products } of catalogues(count)) {
    const { text, rows } = rendered(FEEDS['openai.jsonl'], shop, products)
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
    const google = products
      .flatMap((shown) => googleRows(shop, shown, { yes: 'in_stock', owed: 'backorder', no: 'out_of_stock' }))
      .filter((row) => shop.business.country !== null && cellOf(row, 'brand'))
    expect([rows, lines.length]).toEqual([google.length, google.length])
    for (const [n, line] of lines.entries()) {
      const row = google[n] ?? []
      const cleaned = (value: string) => value.replaceAll('\ufffe', '').replaceAll('\uffff', '')
      for (const [own, column] of [
        ['item_id', 'id'],
        ['title', 'title'],
        ['url', 'link'],
        ['image_url', 'image_link'],
        ['price', 'price'],
        ['sale_price', 'sale_price'],
        ['availability', 'availability'],
        ['condition', 'condition'],
        ['brand', 'brand'],
        ['gtin', 'gtin'],
        ['group_id', 'item_group_id'],
        ['product_category', 'product_type'],
      ] as const)
        expect([own, line[own] && cleaned(line[own])]).toEqual([own, cellOf(row, column)])
      expect([line.target_countries, line.store_country]).toEqual([['DE'], 'DE'])
    }
  }
}

/** A sitemap has the page of every active product, once, also of one that has no enabled variant. */
export function judgeSitemap(count: number): void {
  for (const { shop, products } of catalogues(count)) {
    const { text } = rendered(FEEDS['sitemap.xml'], shop, products)
    const pages = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
    expect(pages).toEqual(products.map(({ product }) => linkOf(shop, product, undefined)))
  }
}

/** The report counts what the feed has and what it leaves out. */
export function judgeReport(count: number): void {
  for (const { shop, products } of catalogues(count))
    for (const name of Object.keys(FEEDS) as (keyof typeof FEEDS)[]) {
      const feed = FEEDS[name]
      const rows = products.flatMap((shown) => rowsOf(feed, shop, shown))
      const report = reportOf(name, shop, products)
      expect(report.rows).toBe(rendered(feed, shop, products).rows)
      expect(report.rows + report.left_out).toBe(rows.length)
      expect(report.data.length).toBe(report.left_out)
      const counts: Record<string, number> = {}
      for (const need of rows.flatMap((goods) => missingIn(feed.required, goods, shop)))
        counts[need] = (counts[need] ?? 0) + 1
      expect(report.missing).toEqual(counts)
    }
}
