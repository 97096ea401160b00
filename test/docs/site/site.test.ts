import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROBLEMS } from '../../../lib/api/http/problems/all-problems.ts'
import type { OpenApi, Operation } from '../../../lib/docs/description/openapi.ts'
import { renderMarkdown } from '../../../lib/docs/site/guides/markdown.ts'
import { escapeHtml, html } from '../../../lib/docs/site/html.ts'
import type { SiteFile } from '../../../lib/docs/site/page.ts'
import { ELSEWHERE, pageOf } from '../../../lib/docs/site/places.ts'
import { makeSite } from '../../../lib/docs/site/site.ts'

const root = join(import.meta.dirname, '../../..')
const site = makeSite({ api: '../' })
const local = makeSite({ api: '../api/v1/', isLocal: true })
const folder = makeSite({ api: '../api/v1/', extension: '.html' })

const isPage = ({ type }: SiteFile) => type.startsWith('text/html')
const pages = Object.entries(site).filter(([, file]) => isPage(file))
const contentOf = (name: string, of = site) => of[name]?.content ?? ''
const description: OpenApi = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))
const operations = Object.values(description.paths).flatMap((item) => Object.values(item) as Operation[])

const idsIn = (content: string) => [...content.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '')

/** Links that lead nowhere, in a site whose pages are found under these names. */
function deadLinks(of: Record<string, SiteFile>, extension: string): string[] {
  const pagesOfIt = Object.entries(of).filter(([, file]) => isPage(file))
  const ids = new Map(pagesOfIt.map(([name, { content }]) => [name + extension, new Set(idsIn(content))]))
  return pagesOfIt.flatMap(([name, { content }]) =>
    [...content.matchAll(/ href="(?!\w+:|\.\.\/)([^"#]*)(?:#([^"]*))?"/g)].flatMap(([, path, fragment]) => {
      const known = path ? ids.get(path) : ids.get(name + extension)
      const file = known ? undefined : of[path ?? '']
      const isThere = known ? !fragment || known.has(fragment) : file && !isPage(file)
      return isThere ? [] : [`${name}: ${path}#${fragment}`]
    }),
  )
}

test('every link leads to a page and a place that are there', () => {
  expect(pages.length).toBeGreaterThan(50)
  expect(deadLinks(site, '')).toEqual([])
  expect(deadLinks(local, '')).toEqual([])
  expect(deadLinks(folder, '.html')).toEqual([])
})

test('the name of every file is one segment, and says whether the content can change', () => {
  for (const [name, { isImmutable }] of Object.entries(site)) {
    expect(name).toMatch(/^[a-z0-9][a-z0-9.-]*$/)
    expect(/-[0-9a-f]{12}\.\w+$/.test(name), name).toBe(isImmutable === true)
  }
  expect(Object.keys(site)).toEqual(expect.arrayContaining(['index', 'problems', 'guides', 'not-found']))
})

test('a strict policy fits: nothing inside a page is a style or a script, and all is loaded from the site', () => {
  for (const [name, { content }] of pages) {
    expect(content, name).not.toMatch(/<style|<iframe|<base| on\w+="| style="|javascript:|http-equiv/)
    expect(content, name).not.toMatch(/<script(?! src="site-[0-9a-f]{12}\.js"><\/script>)/)
    const loaded = [
      ...content.matchAll(/(?:<(?:script|img)[^>]* src|<link[^>]* href|data-search|data-index)="([^"]*)"/g),
    ].filter(([, target = '']) => !target.startsWith('data:image/png;base64,'))
    for (const [, target = ''] of loaded)
      if (target !== 'data:,') expect(Object.keys(site), `${name}: ${target}`).toContain(target)
    expect(loaded).toHaveLength(5)
  }
  const style = Object.values(site).find(({ type }) => type.startsWith('text/css'))
  expect(style?.content).not.toMatch(/@import|url\(/)
})

test('no two places of a page have the same id', () => {
  for (const [name, { content }] of [...pages, ...Object.entries(local).filter(([, file]) => isPage(file))]) {
    const ids = idsIn(content)
    expect(ids.toSorted(), name).toEqual([...new Set(ids)].sort())
  }
})

test('every page under docs/ is in the site, and in its navigation unless it is a decision', () => {
  const [, navigation = ''] = contentOf('index').split('<nav class="side"')
  for (const file of globSync('**/*.md', { cwd: join(root, 'docs') })) {
    const name = pageOf(file.replaceAll('\\', '/'))
    expect(site, file).toHaveProperty(name)
    const from = /^decision-/.test(name) ? contentOf('decisions') : (navigation.split('</nav>')[0] ?? '')
    expect(from, file).toContain(`href="${name}"`)
  }
})

test('the changelog and the client’s README are pages, and the guides lead to them', () => {
  expect(contentOf('index')).toContain('href="changelog"')
  expect(contentOf('changelog')).toContain('<a href="versioning">Versioning</a>')
  expect(contentOf('recipes')).toContain('<a href="client">our client</a>')
})

test.each(['Authentication', 'Pagination', 'Errors'])('the navigation has %s', (label) => {
  const [, navigation = ''] = contentOf('index').split('<nav class="side"')
  expect(navigation).toMatch(new RegExp(`<a href="[a-z-]+#[a-z-]+">${label}</a>`))
})

test('every page that has a source is there as Markdown, and its links lead to others', () => {
  const sources = Object.entries(site).filter(([name]) => name.endsWith('.md'))
  expect(sources).toHaveLength(globSync('docs/**/*.md', { cwd: root }).length + ELSEWHERE.length)
  for (const [name, { content, type }] of sources) {
    expect(type).toBe('text/markdown; charset=utf-8')
    for (const [, target = ''] of content.matchAll(/\]\(((?!\w+:)[^()\s#]+\.md)/g))
      if (!/^\.\./.test(target)) expect(site, `${name}: ${target}`).toHaveProperty([target])
  }
  expect(contentOf('decision-0001-authorizer-identifies-endpoint-refuses.md')).toMatch(/^# /)
  expect(contentOf('guides.md')).toContain('](decisions.md)')
})

test('llms.txt lists the guides by their groups, and the description', () => {
  const { content = '', type } = site['llms.txt'] ?? {}
  expect(type).toBe('text/plain; charset=utf-8')
  expect(content).toMatch(/^# Storefront\n\n> /)
  const [, navigation = ''] = contentOf('index').split('<nav class="side"')
  const guides = [...navigation.matchAll(/href="([\w-]+)"/g)].filter(([, name]) => site[`${name}.md`])
  for (const [, name] of guides) expect(content).toContain(`](${name}.md): `)
  expect(content).toContain('[OpenAPI description](../openapi.json)')
})

test('a link to a page is called after the page, not after its file', () => {
  for (const [name, { content }] of pages) expect(content, name).not.toMatch(/>[\w-]+\.md<\/a>/)
  expect(contentOf('guides')).toContain('<a href="admin-writes">Admin writes</a>')
})

test('the reference has a section for each operation, with every parameter and status, and a place for each schema and member', () => {
  for (const { operationId, parameters = [], responses, tags } of operations) {
    const page = contentOf(`api-${(tags[0] ?? '').toLowerCase().replace(' ', '-')}`)
    const [, section = ''] = page.split(`<section class="operation" aria-labelledby="${operationId}">`)
    const [own = ''] = section.split('</section>')
    expect(idsIn(own)).toContain(operationId)
    for (const parameter of parameters)
      if ('name' in parameter) expect(idsIn(own)).toContain(`${operationId}-${parameter.name}`)
    for (const status of Object.keys(responses)) expect(own, operationId).toContain(`">${status}</span>`)
  }
  const places = idsIn(contentOf('api-schemas'))
  for (const [name, { properties = {} }] of Object.entries(description.components.schemas))
    expect(places).toEqual(
      expect.arrayContaining([name, ...Object.keys(properties).map((member) => `${name}-${member}`)]),
    )
})

test('the type of every problem leads to a place in the page of problems', () => {
  expect(idsIn(contentOf('problems'))).toEqual(expect.arrayContaining(Object.keys(PROBLEMS)))
})

test('a secret key has no place in a page: administrative requests can be sent from the local stack only', () => {
  const sending = (of: Record<string, SiteFile>) =>
    Object.values(of).flatMap(({ content }) =>
      [...content.matchAll(/ data-path="([^"]+)"/g)].map(([, path = '']) => path),
    )
  expect(sending(site).filter((path) => path.startsWith('/admin'))).toEqual([])
  expect(sending(site)).toHaveLength(operations.filter(({ security = [] }) => !isOfKeys(security)).length)
  expect(sending(local)).toHaveLength(operations.length)
  expect(Object.values(site).some(({ content }) => content.includes('data-in="key"'))).toBe(false)
})

const isOfKeys = ([first = {}]: NonNullable<Operation['security']>) => 'apiKey' in first

test('the form of a request follows its sample, before the response', () => {
  const [, section = ''] = contentOf('api-catalogue').split('aria-labelledby="listProducts">')
  const places = ['class="samples"', '<form data-send', 'Response 200'].map((part) => section.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

test('a form has a list for a parameter of few values, and what happens without a value in the others', () => {
  const [, form = ''] = contentOf('api-catalogue').split('data-path="/products"')
  expect(form).toContain(
    'name="is_available"><option></option><option>true</option><option>false</option></select>',
  )
  expect(form).toContain('<option>-price</option>')
  expect(form).toContain('name="limit" placeholder="50"')
})

test('what is put into a page is text, not HTML', () => {
  expect(html`<p title="${'"'}">${['<b>', '&', 3]}</p>`.text).toBe('<p title="&#34;">&#60;b&#62;&#38;3</p>')
  expect(escapeHtml('<')).toBe('&#60;')
})

test('the samples of the guides name the base URL that the page fills in', () => {
  for (const [name, { content }] of pages) {
    const blocks = [...content.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(
      ([, code = '']) => code,
    )
    for (const block of blocks) expect(block, name).not.toContain('localhost:3000/api')
    for (const block of blocks)
      expect(
        block.replaceAll('<span data-base>https://api.example.com/api/v1</span>', ''),
        name,
      ).not.toContain('api.example.com')
  }
})

test('the page can speak of an API elsewhere', () => {
  const elsewhere = makeSite({ api: 'https://api.example/api/v1/' })
  expect(contentOf('index', elsewhere)).toContain('data-api="https://api.example/api/v1/"')
  expect(contentOf('index', elsewhere)).toContain('href="https://api.example/api/v1/openapi.json"')
})

test('every page says in a sentence what it is about, for search engines and link previews', () => {
  for (const [name, { content }] of pages) {
    const [, escaped = ''] = /<meta name="description" content="([^"]*)">/.exec(content) ?? []
    const summary = escaped.replaceAll(/&#?\w+;/g, '?')
    expect(summary.length, `${name}: ${summary}`).toBeGreaterThan(20)
    expect(summary.length, `${name}: ${summary}`).toBeLessThanOrEqual(160)
  }
})

test('the cells of a row with a name say their columns, which a phone does not show', () => {
  const { html: rendered } = renderMarkdown(
    '# Page\n\n| Name | Type | "Default" | |\n|---|---|---|---|\n| <a id="a"></a>`a` | text | none | A. |\n| b | text | none | B. |\n',
    'docs/page.md',
    () => Buffer.alloc(0),
  )
  expect(rendered.match(/<td[^>]*>none/g)).toEqual(['<td data-column="&#34;Default&#34;">none', '<td>none'])
  expect(rendered.match(/data-column/g)).toHaveLength(1)
})

test('a picture is in its page, with its size, and programs read what it shows', () => {
  const png = readFileSync(join(root, 'docs/pictures/console.png'))
  const [page, text] = [contentOf('the-console'), contentOf('the-console.md')]
  expect(page).toContain(`<img src="data:image/png;base64,${png.toString('base64')}" alt="Products as`)
  expect(page).toContain('width="1280" height="960">')
  expect(text).toContain('\nPicture: Products as a spreadsheet')
  expect(text).not.toContain('.png')
})
