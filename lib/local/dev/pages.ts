import { fileURLToPath } from 'node:url'
import { makeSite } from '../../docs/site/site.ts'
import type { Pages } from './pages-answer.ts'

const inProject = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The shop that the samples of the documentation are filled in with. */
interface LocalShop {
  business: { slug: string }
  api_key: string | null
}

/**
 * The pages that the local stack serves in addition to the API: the demo shop, and the documentation under `/docs/`.
 *
 * @param shop what is known of the demo shop when a page is read; it is seeded after the stack has started
 */
export function localPages(shop: () => LocalShop | undefined = () => undefined): Pages {
  const site = makeSite({ api: '../api/v1/', isLocal: true })
  const toDocs = { content: TO_DOCS, type: 'text/html; charset=utf-8' }
  return {
    '/': { path: inProject('clients/shop/index.html') },
    // A page of each product: the same file, which reads the slug from its address.
    '/p/*': { path: inProject('clients/shop/index.html') },
    '/docs': toDocs,
    '/docs/': toDocs,
    ...Object.fromEntries(Object.entries(site).map(([name, file]) => [`/docs/${name}`, file])),
    '/docs/local.json': {
      // Read with each request.
      get content() {
        const known = shop()
        return JSON.stringify(known ? { business: known.business.slug, api_key: known.api_key } : {})
      },
      type: 'application/json',
      isForLocalhost: true,
    },
  }
}

/** The pages lead to each other relative to the folder. */
const TO_DOCS = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=/docs/index">
<title>Documentation</title>
<p>The documentation is at <a href="/docs/index">/docs/index</a>.</p>
</html>
`
