import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { useBucket } from '../../lib/environment.ts'

/** The faults of a request to the bucket, which is not carried out then. Silence ends when the caller hangs up. */
export const BUCKET_FAULTS = ['503', 'throttled', 'reset'] as const
type BucketFault = (typeof BUCKET_FAULTS)[number] | 'silence'

/** The bucket of this process, behind a wire that can be cut. */
export interface FaultyBucket {
  /** The requests since the last plan. */
  readonly requests: number
  /** From the next request on, what goes wrong with the n-th, counted from 0; without a plan everything works. */
  plan(faultOf?: (n: number) => BucketFault | undefined): void
  close(): void
}

/** Puts itself between this process and the bucket of pictures. */
export async function faultyBucket(): Promise<FaultyBucket> {
  const { name, endpoint } = inject('bucket')
  let requests = 0
  let faultOf: (n: number) => BucketFault | undefined = () => undefined

  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>))
    const fault = faultOf(requests++)
    if (fault) return react(fault, response)
    const type = headers['content-type']
    const sent = {
      method,
      ...(type && { headers: { 'content-type': type } }),
      ...(method === 'PUT' && { body }),
    }
    const answer = await fetch(endpoint + url, sent)
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  useBucket({ name, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  return {
    get requests() {
      return requests
    },
    plan(next = () => undefined) {
      requests = 0
      faultOf = next
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function react(fault: BucketFault, response: ServerResponse): void {
  const refuse = (code: string) =>
    response.writeHead(503, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
  if (fault === '503') refuse('ServiceUnavailable')
  else if (fault === 'throttled') refuse('SlowDown')
  else if (fault === 'reset') response.req.socket.resetAndDestroy()
}
