import { posix } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenApi, Operation } from '../../lib/description/openapi.ts'
import { PROBLEMS } from '../../lib/http/problems/catalogue.ts'
import { html } from '../../lib/site/html.ts'
import { makeSite } from '../../lib/site/site.ts'

const site = makeSite()
const contentOf = (place: string) => site[place]?.content ?? ''
const pages = Object.keys(site).filter((place) => place.endsWith('.html'))
const reference = contentOf('index.html')
const description: OpenApi = JSON.parse(contentOf('openapi.json'))
const operations = Object.values(description.paths).flatMap((item) => Object.values(item) as Operation[])

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '')

test('every link leads to a page and a place that are there', () => {
  const dead = pages.flatMap((place) =>
    [...contentOf(place).matchAll(/ href="(?!\w+:)([^"#]*)(?:#([^"]*))?"/g)].flatMap(([, path, fragment]) => {
      const target = path ? posix.join(posix.dirname(place), path) : place
      const isThere = site[target] && (!fragment || idsIn(contentOf(target)).includes(fragment))
      return isThere ? [] : [`${place}: ${path}#${fragment}`]
    }),
  )
  expect(pages.length).toBeGreaterThan(20)
  expect(dead).toEqual([])
})

test('no page loads anything from elsewhere, or runs a script', () => {
  for (const place of pages) {
    expect(contentOf(place), place).not.toMatch(/<script|<link rel="stylesheet"|@import|<iframe| on\w+="/)
    expect(contentOf(place), place).not.toMatch(/ src="|url\((?!data:)/)
  }
})

test('no two places of a page have the same id', () => {
  for (const place of pages) {
    const ids = idsIn(contentOf(place))
    expect(new Set(ids).size, place).toBe(ids.length)
  }
})

test('the reference has a section for each operation and each schema, with every parameter and status', () => {
  const ids = idsIn(reference)
  expect(ids).toEqual(expect.arrayContaining(operations.map(({ operationId }) => operationId)))
  expect(ids).toEqual(
    expect.arrayContaining(Object.keys(description.components.schemas).map((name) => `schema-${name}`)),
  )
  for (const { operationId, parameters = [], responses } of operations) {
    const [, section = ''] = reference.split(`<section id="${operationId}"`)
    const [own = ''] = section.split('</section>')
    for (const parameter of parameters)
      if ('name' in parameter) expect(own, operationId).toContain(`<code>${parameter.name}</code>`)
    for (const status of Object.keys(responses))
      expect(own, operationId).toContain(`<th scope="row">${status}</th>`)
  }
})

test('the type of every problem leads to a place in the page of problems', () => {
  expect(idsIn(contentOf('problems.html'))).toEqual(expect.arrayContaining(Object.keys(PROBLEMS)))
})

test('what is put into a page is text, not HTML', () => {
  expect(html`<p title="${'"'}">${['<b>', '&', 3]}</p>`.text).toBe('<p title="&#34;">&#60;b&#62;&#38;3</p>')
})

test('the reference can speak of an API elsewhere', () => {
  const url = 'https://api.example/api/v1'
  const elsewhere = makeSite(url)
  expect(elsewhere['index.html']?.content).toContain(`<code>${url}</code>`)
  expect(JSON.parse(elsewhere['openapi.json']?.content ?? '').servers).toEqual([{ url }])
})
