import { gzipSync } from 'node:zlib'
import type { JsonObject } from '../../domain/body/json-object.ts'
import type { Received } from './client.ts'
import { asKey, type Context, keyWith } from './context.ts'
import {
  described,
  expectHeader,
  expectProblem,
  expectStatus,
  expectThat,
  jsonOf,
  listIn,
  textIn,
} from './expect.ts'
import { Unexpected } from './failures.ts'

/** The ETag of an object: when it was created, and its version. */
export const TAG = /^"\d+\.\d+"$/

/** The name of everything that a run creates: its category's id, its product's external id. */
export const madeName = ({ run }: Context) => `smoke-${run}`

const categoryBody = (context: Context) => ({
  id: madeName(context),
  name: `Smoke test ${context.run}`,
})

/** A draft: it is never public. */
const productBody = (context: Context) => ({
  name: `Smoke test ${context.run}`,
  price: 100,
  status: 'draft',
  category_id: madeName(context),
  external_id: madeName(context),
})

/** All webhooks of a business: it has fewer than a page can hold. */
export const WEBHOOKS = '/admin/webhooks?limit=200'

/** It is disabled, so that nothing is ever sent to its address. */
export const webhookBody = (context: Context) => ({
  url: `https://example.com/${madeName(context)}`,
  events: ['category.deleted'],
  description: webhookDescription(context),
  is_enabled: false,
})

const webhookDescription = ({ run }: Context) => `Smoke test ${run}`

/** Creates the category of the run. */
export function createCategory(context: Context): Promise<Received> {
  context.made.category ??= {}
  return context.client.send('/admin/categories', keyWith(context, 'POST', categoryBody(context)))
}

/** Creates the product of the run, under an idempotency key: sent again, it creates nothing. */
export function createProduct(context: Context): Promise<Received> {
  context.made.product ??= {}
  const headers = { 'idempotency-key': madeName(context) }
  return context.client.send('/admin/products', keyWith(context, 'POST', productBody(context), headers))
}

/** Creates the webhook of the run, under an idempotency key: sent again, it creates nothing. */
export function createWebhook(context: Context): Promise<Received> {
  return sendWebhook(context, webhookBody(context), { 'idempotency-key': madeName(context) })
}

/** Sends a webhook that the deployment must refuse; the run removes it if it is created all the same. */
export const sendForbiddenWebhook = (context: Context, url: string): Promise<Received> =>
  sendWebhook(context, { ...webhookBody(context), url })

function sendWebhook(context: Context, body: JsonObject, headers = {}): Promise<Received> {
  context.made.webhook ??= {}
  return context.client.send('/admin/webhooks', keyWith(context, 'POST', body, headers))
}

/** A new name for the product of the run, which a dry run does not give it. Compressed, so that it is not text. */
export const importFile = (context: Context): Buffer =>
  gzipSync(JSON.stringify({ external_id: madeName(context), name: `Smoke test ${context.run}, imported` }))

/** Begins the dry run of an import, under an idempotency key: sent again, it begins nothing. */
export function beginImport(context: Context): Promise<Received> {
  context.made.import ??= {}
  const type = {
    'content-type': 'application/octet-stream',
    'idempotency-key': `${madeName(context)}-import`,
  }
  const headers = { ...asKey(context), ...type }
  const body = importFile(context)
  return context.client.send('/admin/imports?dry_run=true', { method: 'POST', headers, body })
}

export const PICTURES = '/admin/media'

/** A GIF of one pixel, in front of its comment and behind it. */
const [GIF, PIXEL] = ['47494638396101000100800000000000ffffff21fe', '002c00000000010001000002024401003b']

/** With the name of the run in the comment: no other picture has the same id. */
function pixelOf(context: Context): Buffer {
  const comment = Buffer.from(madeName(context))
  return Buffer.concat([
    Buffer.from(GIF, 'hex'),
    Buffer.of(comment.length),
    comment,
    Buffer.from(PIXEL, 'hex'),
  ])
}

/** Uploads the picture of the run: sent again, it is the same one. */
export function uploadPixel(context: Context): Promise<Received> {
  context.made.picture ??= {}
  const headers = { ...asKey(context), 'content-type': 'image/gif' }
  return context.client.send(PICTURES, { method: 'POST', headers, body: pixelOf(context) })
}

/** The id of a created object, after a look at the headers that lead to it. */
export function createdId(response: Received, path: string): { id: string; etag: string } {
  expectStatus(response, 201)
  const id = textIn(jsonOf(response), 'id')
  const location = expectHeader(response, 'Location', /./)
  expectThat(location.endsWith(`${path}/${id}`), `Location: …${path}/${id}`, location)
  return { id, etag: expectHeader(response, 'ETag', TAG) }
}

/** Deletes what is at the path and reads it again. */
export async function expectDeleted(context: Context, path: string, code: string): Promise<void> {
  const headers = asKey(context)
  const response = await context.client.send(path, { method: 'DELETE', headers })
  expectStatus(response, 204)
  expectThat(response.body.length === 0, '204 without a body', described(response))
  expectProblem(await context.client.send(path, { headers }), 404, code)
}

/**
 * Deletes what the run created, also if a response never came, and returns what could not be removed, each with the
 * reason.
 */
export async function cleanUp(context: Context): Promise<string[]> {
  const { product, category, webhook, picture, import: begun } = context.made
  const name = madeName(context)
  const left: string[] = []
  const remove = async (what: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      const reason = error instanceof Unexpected ? error.came : String(error)
      left.push(`the ${what} (${reason})`)
    }
  }
  if (begun && !begun.isGone)
    await remove(`import ${begun.id ?? 'of one row, if it was begun'}, which may be under way`, () =>
      cancelImport(context),
    )
  if (product && !product.isGone)
    await remove(`product with the external id ${name}`, () => removeProduct(context))
  if (category && !category.isGone)
    await remove(`category ${name}`, () => removeAt(context, `/admin/categories/${name}`))
  if (webhook)
    await remove(`webhook with the description "${webhookDescription(context)}"`, () =>
      removeWebhooks(context),
    )
  if (picture && !picture.isGone)
    await remove('picture of one pixel, if it was stored', () => removePicture(context))
  return left
}

async function removePicture(context: Context): Promise<void> {
  const id = context.made.picture?.id ?? (await idOf(uploadPixel(context)))
  if (id === undefined) return
  const path = `${PICTURES}/${id}`
  const { status, ...rest } = await context.client.send(path, { method: 'DELETE', headers: asKey(context) })
  if (status !== 404) expectStatus({ status, ...rest }, 204)
}

/** Cancels the import, so that the business can begin another one even if nothing works on this one. One that has ended stays as it is. */
async function cancelImport(context: Context): Promise<void> {
  const id = context.made.import?.id ?? (await idOf(beginImport(context)))
  if (id === undefined) return
  const path = `/admin/imports/${id}/cancel`
  expectStatus(await context.client.send(path, { method: 'POST', headers: asKey(context) }), 202)
}

/**
 * The id of an object from another request for it, because the response to the first one never came. Undefined if the deployment
 * refuses the object: then it refused the first request too.
 */
async function idOf(request: Promise<Received>): Promise<string | undefined> {
  const response = await request
  const { status } = response
  if (status >= 400 && status < 500 && status !== 429) return undefined
  expectThat(status < 400, 'the same object again', described(response))
  return textIn(jsonOf(response), 'id')
}

/** More than one, if the deployment did not refuse what it must refuse. */
async function removeWebhooks(context: Context): Promise<void> {
  const webhooks = listIn(await context.client.send(WEBHOOKS, { headers: asKey(context) }))
  for (const { id, description } of webhooks)
    if (description === webhookDescription(context)) await removeAt(context, `/admin/webhooks/${id}`)
}

async function removeProduct(context: Context): Promise<void> {
  const path = `/admin/products/by-external-id/${madeName(context)}`
  const found = await context.client.send(path, { headers: asKey(context) })
  if (found.status === 404) return
  expectStatus(found, 200)
  await removeAt(context, `/admin/products/${jsonOf(found).id}`)
}

/** Deletes the object at the path and makes sure: a response alone proves nothing. */
async function removeAt(context: Context, path: string): Promise<void> {
  const headers = asKey(context)
  const deleted = await context.client.send(path, { method: 'DELETE', headers })
  if (deleted.status !== 404) expectStatus(deleted, 204)
  expectStatus(await context.client.send(path, { headers }), 404)
}
