import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { endServer, listenOnLoopback } from '../loopback.ts'
import type { BucketService } from '../s3/bucket-service.ts'
import { neededForBucket } from './bucket-calls.ts'
import { denialText, INVALID_TOKEN, type Judge, type Refusal } from './judge.ts'
import type { PermissionProxy } from './proxy.ts'

/**
 * Where functions find S3. It refuses what the role of the calling function does not allow, as S3 does; the buckets carry out
 * everything else. Without `judge` it is for callers that are not functions, such as the operator.
 */
export async function startBucketProxy(
  judge: Judge | undefined,
  buckets: Pick<BucketService, 'handle'>,
): Promise<PermissionProxy> {
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>))
    const { method = '', url = '' } = incoming
    const demand = { permissions: [neededForBucket(method, url)], leadingKeys: [] }
    const refusal = judge?.refusalOf(incoming.headers.authorization, demand)
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    )
    const answer = refusal ? refusalAnswer(refusal) : await buckets.handle({ method, url, headers, body })
    response.writeHead(answer.status, { ...answer.headers, 'x-amz-request-id': randomUUID() })
    response.end(answer.body)
  }

  const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, response) => {
    serve(incoming, response).catch((error: Error) => {
      response.destroy()
      // A caller that hangs up is a function that was stopped.
      if (!incoming.destroyed || incoming.complete) process.stderr.write(`bucket proxy: ${error.stack}\n`)
    })
  })
  const port = await listenOnLoopback(server)
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => endServer(server) }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function refusalAnswer(refusal: Refusal) {
  const [code, message] =
    refusal === 'unknown caller'
      ? ['InvalidAccessKeyId', INVALID_TOKEN]
      : ['AccessDenied', denialText(refusal)]
  const body = `<Error><Code>${code}</Code><Message>${message.replaceAll('<', '&lt;')}</Message></Error>`
  return { status: 403, headers: { 'content-type': 'application/xml' }, body: Buffer.from(body) }
}
