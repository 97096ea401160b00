import type { Group } from '../context.ts'
import { expectHeader, expectProblem, expectStatus, expectThat, textIn, textOf } from '../expect.ts'

const HTML = /^text\/html\b/
const CODE = 'identification_required'

export const documentation: Group = {
  name: 'Documentation',
  checks: [
    {
      name: '/docs redirects to the first page',
      needs: [],
      async run({ client }) {
        const response = await client.send('/docs')
        expectStatus(response, 302)
        const location = expectHeader(response, 'Location', /./)
        const [docs, first] = ['/docs', '/docs/index'].map(
          (path) => client.base.href.replace(/\/$/, '') + path,
        )
        const holds = URL.canParse(location, docs) && new URL(location, docs).href === first
        expectThat(holds, `a Location that leads to ${first}`, location)
      },
    },
    {
      name: 'the first page is HTML with a Content-Security-Policy',
      needs: [],
      async run({ client }) {
        const response = await client.send('/docs/index')
        expectStatus(response, 200)
        expectHeader(response, 'Content-Type', HTML)
        expectHeader(response, 'Content-Security-Policy', /^default-src 'none';/)
      },
    },
    {
      name: 'the type of a problem leads to a page that has its code',
      needs: [],
      async run({ client }) {
        const type = textIn(expectProblem(await client.send('/products'), 401, CODE), 'type')
        expectThat(URL.canParse(type, client.base.href), 'a URL', type)
        const { origin, pathname } = new URL(type, client.base.href)
        // The setting `documentationUrl` names pages elsewhere: the deployment does not contain them.
        if (origin !== client.base.origin) return
        const base = client.base.pathname.replace(/\/$/, '')
        expectThat(pathname.startsWith(`${base}/`), `a page below ${base}`, type)
        const response = await client.send(pathname.slice(base.length))
        expectStatus(response, 200)
        expectHeader(response, 'Content-Type', HTML)
        expectThat(textOf(response).includes(`id="${CODE}"`), `a page with the anchor ${CODE}`, type)
      },
    },
  ],
}
