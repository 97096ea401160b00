import { EXAMPLE_BASE } from '../code.ts'
import type { Access } from '../reference/description.ts'

/** The identification in a page's samples: `both` for public and administrative requests, which a key can all send. */
export type Needs = Access | 'both'

const hasKey = (needs: Needs) => needs === 'key' || needs === 'both'

/** The setup before the samples of a page, in each language: the client, and everything that they share. */
export const SETUP = {
  curl: (needs: Needs) =>
    [
      `BASE=${EXAMPLE_BASE}`,
      ...(needs === 'business' || needs === 'both' ? ['BUSINESS=demo'] : []),
      ...(hasKey(needs) ? ['KEY=sfk_…'] : []),
    ].join('\n'),
  typescript: (needs: Needs) => `import { createStorefront, unwrap } from 'storehatch'

const storefront = createStorefront({
  baseUrl: '${EXAMPLE_BASE}',${needs === 'business' ? `\n  business: 'demo',` : ''}${hasKey(needs) ? `\n  apiKey: 'sfk_…',` : ''}
})`,
  python: (needs: Needs) => `${hasKey(needs) ? 'from uuid import uuid4\n\n' : ''}import httpx

api = httpx.Client(
    base_url="${EXAMPLE_BASE}",${needs === 'business' ? `\n    params={"business": "demo"},` : ''}${hasKey(needs) ? `\n    headers={"Authorization": "Bearer sfk_…"},` : ''}
)`,
} as const
