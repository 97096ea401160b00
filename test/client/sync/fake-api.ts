import { createStorefront } from '../../../clients/typescript/src/index.ts'

interface SentOperation {
  op: string
  external_id: string
  data: Record<string, unknown>
}

interface SentBulk {
  key: string | null
  operations: SentOperation[]
  bytes: number
}

/** The part of a bulk response that is of one operation. */
export interface BulkResult {
  index?: number
  status: number
  problem?: object
}

/** The results of a request, or the whole response. */
export type Fate = (sent: SentBulk) => BulkResult[] | Response

/** Every operation creates its product. */
export const created: Fate = ({ operations }) => operations.map(() => ({ status: 201 }))

/** A client of an API that does these things with bulk requests one after the other, then creates whatever it gets. */
export function fakeApi(...fates: Fate[]) {
  const sent: SentBulk[] = []
  const waits: number[] = []
  const client = createStorefront({
    baseUrl: 'https://api.example/api/v1',
    apiKey: 'sfk_1',
    async fetch(request) {
      const body = await request.text()
      const one = {
        key: request.headers.get('idempotency-key'),
        operations: JSON.parse(body).operations,
        bytes: Buffer.byteLength(body),
      }
      const fate = fates[sent.length] ?? created
      sent.push(one)
      const results = fate(one)
      if (results instanceof Response) return results
      const data = results.map((result, index) => ({ index, ...result }))
      return Response.json({ data, count: data.length })
    },
    wait: async (ms) => void waits.push(ms),
  })
  return { client, sent, waits }
}
