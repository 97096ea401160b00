import { isJsonObject } from '../../../domain/body/json-object.ts'
import { isLocal } from '../address.ts'
import { asKey, type Check, type Context, type Group, has } from '../context.ts'
import { described, expectProblem, expectSame, expectStatus, expectThat, jsonOf } from '../expect.ts'
import { createdId, createWebhook, expectDeleted, sendForbiddenWebhook, webhookBody } from '../made.ts'

/** 32 bytes in base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/

const webhookPath = ({ made }: Context) => `/admin/webhooks/${has(made.webhook?.id)}`

const get = (context: Context, path: string) => context.client.send(path, { headers: asKey(context) })

/** The metadata of AWS's machines, and the deployment's own machine, to which only a local stack can deliver. */
const forbiddenHosts = ({ client }: Context) => [
  '169.254.169.254',
  isLocal(client.base) ? 'smoke.localhost' : 'localhost',
]

const creation: Check[] = [
  {
    name: 'a webhook to an address that is not public is refused',
    needs: ['webhooks:write'],
    async run(context) {
      for (const host of forbiddenHosts(context)) {
        const response = await sendForbiddenWebhook(context, `https://${host}/`)
        const { errors } = expectProblem(response, 422, 'validation_failed')
        const [first] = Array.isArray(errors) ? errors : []
        expectThat(isJsonObject(first) && first.pointer === '/url', 'an error of "/url"', described(response))
      }
    },
  },
  {
    name: 'POST creates a disabled webhook and shows its secret',
    needs: ['webhooks:write', 'room for a webhook'],
    async run(context) {
      const response = await createWebhook(context)
      Object.assign(has(context.made.webhook), createdId(response, '/admin/webhooks'))
      const { secret, is_enabled } = jsonOf(response)
      expectThat(SECRET.test(String(secret)), 'a secret, whsec_ and 32 bytes in base64', described(response))
      expectSame('"is_enabled" is', is_enabled, false)
    },
  },
]

const reading: Check[] = [
  {
    name: 'the webhook is read by its id, without its secret',
    needs: ['webhooks:write', 'a webhook'],
    async run(context) {
      const response = await get(context, webhookPath(context))
      expectStatus(response, 200)
      const webhook = jsonOf(response)
      expectSame('the URL', webhook.url, webhookBody(context).url)
      expectThat(!('secret' in webhook), 'a webhook without "secret"', webhook)
    },
  },
]

const deletion: Check = {
  name: 'DELETE removes the webhook',
  needs: ['webhooks:write', 'a webhook'],
  run: (context) => expectDeleted(context, webhookPath(context), 'webhook_not_found'),
}

/** They never let the deployment send anything: the webhook is disabled, and no test event is requested. */
export const webhooks: Group = { name: 'Webhooks', checks: [...creation, ...reading, deletion] }
