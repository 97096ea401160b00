import { expect, test } from 'vitest'
import { type Adoption, adoptPictures } from '../../clients/typescript/src/command/media/adopt-pictures.ts'
import {
  businessHolder,
  categoryHolder,
  type Holder,
  productHolder,
  variantsHolder,
} from '../../clients/typescript/src/command/media/holders.ts'
import { createStorefront, type Storefront } from '../../clients/typescript/src/index.ts'

const OLD = 'https://old.example/cup.jpg'
const NEW = 'https://media.example/cup/1600.webp'
const OWN = { url: 'https://media.example/own.webp', alt: 'Own', width: 1, height: 2 }
const OLD_IMAGE = { url: OLD, alt: 'A cup', width: 10, height: 20 }
const NEW_IMAGE = { url: NEW, alt: 'A cup', width: 1600, height: 1200 }
const MEDIUM = { id: 'a', url: NEW, widths: {}, width: 1600, height: 1200, bytes: 1, created_at: '' }

const problem = (status: number, code: string) =>
  Response.json(
    { type: 'about:blank', status, code, detail: code },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

/** An API with this object in it, which others change as often before it is to be changed. */
function makeScene(object: object, changes = 0) {
  let version = 1
  const patches: { ifMatch: string | null; body: unknown }[] = []
  async function fetch(request: Request): Promise<Response> {
    if (request.method === 'POST') return Response.json(MEDIUM, { status: 201 })
    const headers = { etag: `"${version}"` }
    if (request.method === 'GET') return Response.json(object, { headers })
    const ifMatch = request.headers.get('if-match')
    patches.push({ ifMatch, body: await request.json() })
    if (patches.length <= changes) version++
    return ifMatch === `"${version}"` ? Response.json(object) : problem(412, 'precondition_failed')
  }
  const client = createStorefront({ baseUrl: 'https://api.example/api/v1', fetch })
  return { client, patches }
}

/** Adopts the pictures of one object. Returns how often each address was replaced, and the reasons why others stay. */
async function adopted(client: Storefront, holder: Holder) {
  const adoption: Adoption = { adopted: new Map(), unadopted: new Map() }
  const { signal } = new AbortController()
  const found = [{ holder, places: [] }]
  await adoptPictures(client, found, (url) => url === OLD, { signal, adoption, show: () => {} })
  return [[...adoption.adopted], [...adoption.unadopted].map(([url, { code }]) => [url, code])]
}

const product = { id: 'p', slug: 'cup' }

test.each([
  ['the business', businessHolder, { logo_url: OLD }, { logo_url: NEW }],
  [
    'a category',
    (client: Storefront) => categoryHolder(client, 'cups'),
    { id: 'cups', image: OLD_IMAGE },
    { image: NEW_IMAGE },
  ],
  [
    'a product',
    (client: Storefront) => productHolder(client, 'p'),
    { ...product, images: [OWN, OLD_IMAGE] },
    { images: [OWN, NEW_IMAGE] },
  ],
  [
    'a variant',
    (client: Storefront) => variantsHolder(client, product),
    { ...product, variants: [OWN, OLD_IMAGE, null].map((image, n) => ({ id: `p-${n}`, sku: 'a', image })) },
    { variants: [{ id: 'p-1', image: NEW_IMAGE }] },
  ],
])(
  '%s that others change meanwhile is read again, and keeps what is not adopted',
  async (_, holderOf, object, body) => {
    const { client, patches } = makeScene(object, 1)
    expect(await adopted(client, holderOf(client))).toEqual([[[OLD, 1]], []])
    expect(patches).toEqual([
      { ifMatch: '"1"', body },
      { ifMatch: '"2"', body },
    ])
  },
)

test('an object that others change all the time stays as it is, and is named', async () => {
  const { client, patches } = makeScene({ ...product, images: [OLD_IMAGE] }, 100)
  expect(await adopted(client, productHolder(client, 'p'))).toEqual([[], [[OLD, 'precondition_failed']]])
  expect(patches).toHaveLength(10)
})
