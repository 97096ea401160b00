import manifest from '../../../../package.json' with { type: 'json' }
import { isJsonObject } from '../../../domain/body/json-object.ts'
import type { Group } from '../context.ts'
import { expectHeader, expectSame, expectStatus, expectThat, jsonOf } from '../expect.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const reachability: Group = {
  name: 'Reachability and health',
  checks: [
    {
      name: 'GET /health returns ok and is not cached',
      needs: [],
      async run({ client }) {
        const response = await client.send('/health')
        expectStatus(response, 200)
        expectSame('the body', jsonOf(response), { status: 'ok' })
        expectHeader(response, 'Cache-Control', 'no-store')
      },
    },
    {
      name: 'every response has its own X-Request-Id',
      needs: [],
      async run({ client }) {
        const [one, other] = [await client.send('/health'), await client.send('/health')]
        const first = expectHeader(one, 'X-Request-Id', UUID)
        expectThat(expectHeader(other, 'X-Request-Id', UUID) !== first, 'another request id', first)
      },
    },
    {
      name: 'X-Request-Id is never the one that the client sent',
      needs: [],
      async run({ client }) {
        const sent = '00000000-0000-4000-8000-000000000000'
        const response = await client.send('/health', { headers: { 'x-request-id': sent } })
        const received = expectHeader(response, 'X-Request-Id', UUID)
        expectThat(received !== sent, 'an id of the deployment', received)
      },
    },
    {
      name: 'openapi.json has the version of this checkout',
      needs: [],
      async run({ client }) {
        const { info } = jsonOf(await client.send('/openapi.json'))
        const version = isJsonObject(info) ? info.version : undefined
        expectSame('the version', version, manifest.version)
      },
    },
  ],
}
