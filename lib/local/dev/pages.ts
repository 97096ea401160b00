import { fileURLToPath } from 'node:url'
import { makeSite } from '../../site/site.ts'
import type { Pages } from './pages-answer.ts'

const inProject = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The pages that the local stack serves in addition to the API: the demo shop, and the documentation at `/docs/`. */
export function localPages(): Pages {
  const site = Object.entries(makeSite()).flatMap(([place, file]) => [
    [`/docs/${place}`, file] as const,
    ...(place === 'index.html' ? [['/docs/', file] as const] : []),
  ])
  return {
    '/': { path: inProject('clients/shop/index.html') },
    '/docs': { content: TO_DOCS, type: 'text/html; charset=utf-8' },
    ...Object.fromEntries(site),
  }
}

/** The pages lead to each other relative to the folder. */
const TO_DOCS = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=/docs/">
<title>Documentation</title>
<p>The documentation is at <a href="/docs/">/docs/</a>.</p>
</html>
`
