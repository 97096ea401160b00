import { isJsonObject, type JsonObject } from '../../../domain/body/json-object.ts'
import { asSlug, type Context, type Group } from '../context.ts'
import {
  decompressed,
  expectHeader,
  expectSame,
  expectStatus,
  expectThat,
  jsonOf,
  textOf,
} from '../expect.ts'

const read = (context: Context, path: string) => context.client.send(path, { headers: asSlug(context) })

/** The offers in structured data: one of a product, or one of each variant. */
function offersIn({ offers, hasVariant }: JsonObject): unknown[] {
  if (Array.isArray(hasVariant)) return hasVariant.map((one: unknown) => Object(one).offers)
  return [offers]
}

export const feeds: Group = {
  name: 'Product feeds',
  checks: [
    {
      name: 'the structured data of a product have an offer for each variant, and no markup',
      needs: ['products'],
      async run(context) {
        for (const { id } of context.products) {
          const response = await read(context, `/products/${id}/jsonld`)
          expectStatus(response, 200)
          expectHeader(response, 'Content-Type', 'application/ld+json')
          expectThat(!textOf(response).includes('<'), 'no <', textOf(response))
          const { variants } = jsonOf(await read(context, `/products/${id}/variants`))
          const offers = offersIn(jsonOf(response))
          expectThat(offers.every(isJsonObject), 'an offer of each', offers)
          expectSame('the number of offers', offers.length, Array.isArray(variants) ? variants.length : 0)
        }
      },
    },
    {
      name: 'the sitemap is whole, or there is none',
      needs: ['products'],
      async run(context) {
        const response = await read(context, '/feeds/sitemap.xml')
        const isOff = jsonOf(await read(context, '/business')).product_url_template === undefined
        if (!isOff && response.status === 422) {
          expectSame('the code', jsonOf(response).code, 'catalogue_too_large')
          return
        }
        expectStatus(response, isOff ? 404 : 200)
        if (isOff) return
        const text = textOf(response)
        expectThat(text.endsWith('</urlset>\n'), 'a sitemap to its end', text.slice(-300))
        const file = await read(context, '/feeds/sitemap.xml.gz')
        expectStatus(file, 200)
        expectHeader(file, 'Content-Type', 'application/gzip')
        expectSame('the compressed file', decompressed(file, 'gzip').toString().endsWith('</urlset>\n'), true)
      },
    },
  ],
}
