import { PassThrough } from 'node:stream'
import * as tls from 'node:tls'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { findBusiness } from '../../../lib/data/businesses.ts'
import { getWebhook } from '../../../lib/data/webhooks/webhooks.ts'
import { useTable } from '../../../lib/environment.ts'
import { awsServer } from '../../support/aws-server.ts'
import { makeBusiness } from '../../support/shop.ts'
import { tlsFront } from '../../support/tls-front.ts'
import { skipLongWaits } from '../business/business-waits.ts'
import { makeWebhook } from '../business/business-webhooks.ts'
import { operate } from '../operate.ts'

skipLongWaits()

const { name, endpoint } = inject('table')
const front = await tlsFront(endpoint)
const aws = await awsServer(() => ({ xml: '<Account>123456789012</Account>' }))
tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), front.certificate])
useTable({ name, endpoint: front.endpoint })
process.env.AWS_ENDPOINT_URL_STS = aws.endpoint
afterAll(() => {
  delete process.env.AWS_ENDPOINT_URL_STS
  front.close()
  aws.close()
})

/** Runs a command at a terminal at which somebody types this. */
async function operateAt(typed: string, ...argv: string[]) {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  terminal.end(typed)
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => terminal })
  onTestFinished(() => {
    Object.defineProperty(process, 'stdin', stdin)
  })
  return operate(...argv)
}

const remove = (slug: string, typed: string, ...options: string[]) =>
  operateAt(typed, 'business', 'delete', slug, '--confirm', slug, ...options)

test('at a terminal a deletion from a deployed table needs yes', async () => {
  const { slug, id } = await makeBusiness()
  expect(await remove(slug, 'no\n')).toMatchObject({ code: 1, notes: ['error: nothing was changed'] })
  expect(await findBusiness(id)).toMatchObject({ status: 'active' })
})

test('--yes deletes without a question', async () => {
  const { slug, id } = await makeBusiness()
  expect(await remove(slug, 'no\n', '--yes')).toMatchObject({ code: 0 })
  expect(await findBusiness(id)).toBeUndefined()
})

test('at a terminal a webhook of a deployed table is changed after yes, or with --yes', async () => {
  const { slug, id } = await makeBusiness()
  const { id: webhookId } = await makeWebhook(id)
  const change = (command: string, typed: string, ...options: string[]) =>
    operateAt(typed, 'webhooks', command, webhookId, '--business', slug, ...options)
  const isEnabled = async () => (await getWebhook(id, webhookId))?.is_enabled
  expect(await change('disable', 'no\n')).toMatchObject({ code: 1, notes: ['error: nothing was changed'] })
  expect(await isEnabled()).toBe(true)
  expect(await change('disable', 'yes\n')).toMatchObject({ code: 0 })
  expect(await isEnabled()).toBe(false)
  expect(await change('enable', 'no\n')).toMatchObject({ code: 1 })
  expect(await isEnabled()).toBe(false)
  expect(await change('enable', 'no\n', '--yes')).toMatchObject({ code: 0 })
  expect(await isEnabled()).toBe(true)
})
