import { awsTarget } from '../../environment.ts'
import { logThrottled } from '../../log.ts'
import { openAhead, type Pool, poolTo, post } from '../aws/connections.ts'
import { signedCall } from '../aws/signature.ts'
import { mayPass, ServiceError, TURNED_AWAY } from './service-error.ts'

/**
 * A client for DynamoDB's reads that is small because a public function loads it before it can handle anything. It
 * speaks the service's own JSON, in and out (binary as base64), and is held to the SDK's behaviour by tests.
 *
 * Left out, because nothing here needs it:
 * - credentials from anywhere but Lambda's environment, and new ones for those that run out;
 * - profiles, and an endpoint with a path or an IPv6 address; those of accounts, dual-stack, FIPS, and of partitions
 *   that are cut off from the internet (`us-iso…`, `eu-isoe…`);
 * - correction of a wrong clock, `Retry-After`, a budget of retries over all calls, a timeout for connecting alone;
 * - the checksum of a response (TLS has one), and any check of an input or an output.
 */

const TRIES = 3
const TRY_MS = 3000
/** The time of a call with all its tries, if it has no deadline of its own. */
const DEADLINE_MS = 8000
/** Full jitter: up to 50 ms before the second try, up to 100 ms before the third. */
const FIRST_WAIT_MS = 50

interface Client {
  pool: Pool
  target: ReturnType<typeof awsTarget>
}

let client: Client | undefined
let isPrepared = false

/** Made on first use, once per process. */
function connect(): Client {
  const target = awsTarget()
  client ??= { target, pool: poolTo(target.endpoint) }
  return client
}

/** Lets the next call open new connections: the files of tests have different tables in one process. */
export function forgetClient(): void {
  client = undefined
  isPrepared = false
}

/** Opens a connection while Lambda still starts this function. Never fails: the first call would say why. */
export function prepare(): void {
  try {
    const { pool } = connect()
    if (isPrepared) return
    isPrepared = true
    openAhead(pool)
  } catch {
    // Nothing is lost: what is wrong will still be wrong when the first call needs it.
  }
}

/**
 * Makes a call, again if it fails in a way that may pass, until `deadline` in milliseconds since the epoch. Throws what
 * the last try failed with: a `ServiceError`, or an error of the connection.
 */
export async function call<O>(
  operation: 'Query' | 'GetItem',
  input: object,
  deadline = Date.now() + DEADLINE_MS,
): Promise<O> {
  const body = JSON.stringify(input)
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(operation, body, Math.min(TRY_MS, deadline - Date.now()))
    } catch (error) {
      if (error instanceof ServiceError && TURNED_AWAY.has(error.name)) logThrottled()
      if (tries === TRIES || !mayPass(error)) throw error
      await new Promise((resume) => setTimeout(resume, Math.random() * FIRST_WAIT_MS * tries))
      if (Date.now() >= deadline) throw error
    }
  }
}

async function attempt<O>(operation: string, body: string, timeoutMs: number): Promise<O> {
  const { pool, target } = client ?? connect()
  const headers = signedCall('dynamodb', target, `DynamoDB_20120810.${operation}`, body)
  const { status, answer } = await post(pool, { headers, body, timeoutMs, isRead: true })
  if (status === 200) {
    if (answer) return answer as O
    throw new Error('a reply is not a JSON object')
  }
  const { __type = 'Unknown', message, Message } = answer ?? {}
  throw new ServiceError(
    String(__type).replace(/^.*#/, ''),
    String(message ?? Message ?? 'UnknownError'),
    status,
  )
}
