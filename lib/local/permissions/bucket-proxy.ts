import { randomUUID } from 'node:crypto'
import type { BucketService } from '../s3/bucket-service.ts'
import { startAnswering } from './answering-server.ts'
import { neededForBucket } from './bucket-calls.ts'
import { denialText, INVALID_TOKEN, type Judge, type Refusal } from './judge.ts'
import type { PermissionProxy } from './proxy.ts'

/**
 * S3 for the functions. It refuses what the role of the calling function does not allow, as S3 does; the buckets carry out
 * everything else. Without `judge` it is for callers that are not functions, such as the operator.
 */
export const startBucketProxy = (
  judge: Judge | undefined,
  buckets: Pick<BucketService, 'handle'>,
): Promise<PermissionProxy> =>
  startAnswering('bucket proxy', async ({ method = '', url = '', headers: sent }, body) => {
    const demand = { permissions: [neededForBucket(method, url)], leadingKeys: [] }
    const refusal = judge?.refusalOf(sent.authorization, demand)
    const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]))
    const answer = refusal ? refusalAnswer(refusal) : await buckets.handle({ method, url, headers, body })
    return { ...answer, headers: { ...answer.headers, 'x-amz-request-id': randomUUID() } }
  })

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function refusalAnswer(refusal: Refusal) {
  const [code, message] =
    refusal === 'unknown caller'
      ? ['InvalidAccessKeyId', INVALID_TOKEN]
      : ['AccessDenied', denialText(refusal)]
  const body = `<Error><Code>${code}</Code><Message>${message.replaceAll('<', '&lt;')}</Message></Error>`
  return { status: 403, headers: { 'content-type': 'application/xml' }, body: Buffer.from(body) }
}
