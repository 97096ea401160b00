import type { Fauxqs } from '../sqs/fauxqs.ts'
import { openFauxqsS3 } from './fauxqs-s3.ts'

/** A request to S3, with the bucket in the path: `/<bucket>/<key>`. */
interface BucketRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: Buffer
}

interface BucketAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** The buckets of a stack. */
export interface BucketService {
  /** Makes those that are not there yet. */
  open(names: readonly string[]): Promise<void>
  /** Carries out a request of any caller. */
  handle(request: BucketRequest): Promise<BucketAnswer>
  stop(): Promise<void>
}

/** They are for the one who sends, and end with the connection. */
const NOT_KEPT = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])

/**
 * S3 on this machine, by fauxqs. It is loaded when the first bucket is opened: a stack without buckets has none. Objects stay
 * in the folder `dataDir`, or are in memory without one.
 */
export function createBucketService(dataDir: string | undefined): BucketService {
  let fauxqs: Promise<Fauxqs> | undefined

  async function handle({ method, url, headers, body }: BucketRequest): Promise<BucketAnswer> {
    if (fauxqs === undefined) throw new Error('the template has no bucket')
    const { app } = await fauxqs
    const kept = Object.entries(headers).filter(([name]) => !NOT_KEPT.has(name))
    const sent = { method: methodOf(method), url, headers: Object.fromEntries(kept) }
    const answer = await app.inject({ ...sent, ...(body && body.length > 0 && { payload: body }) })
    const told = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || NOT_KEPT.has(name) ? [] : [[name, String(value)]],
    )
    return { status: answer.statusCode, headers: Object.fromEntries(told), body: answer.rawPayload }
  }

  return {
    async open(names) {
      if (names.length === 0) return
      fauxqs = openFauxqsS3(dataDir)
      for (const name of names) await handle({ method: 'PUT', url: `/${name}`, headers: {} })
    },
    handle,
    async stop() {
      const { stop } = (await fauxqs) ?? {}
      await stop?.()
    },
  }
}

const METHODS = ['GET', 'HEAD', 'PUT', 'DELETE'] as const

/** Throws for a method that nothing here needs. */
function methodOf(method: string): (typeof METHODS)[number] {
  const known = METHODS.find((one) => one === method)
  if (!known) throw new Error(`S3 on this machine has no ${method}`)
  return known
}
