const TABLE_NAME = 'STOREFRONT_TABLE'
const DOCUMENTATION_URL = 'STOREFRONT_DOCUMENTATION_URL'
const LIST_MEMORY = 'STOREFRONT_LIST_MEMORY_SECONDS'
const IMPORT_PACE = 'STOREFRONT_IMPORT_PRODUCTS_PER_SECOND'
/** One for each queue of `QUEUES` in lib/api/routes/queues.ts: the functions that send to it have its URL there. */
const QUEUE_URLS = {
  wake: 'STOREFRONT_QUEUE_URL',
  search: 'STOREFRONT_SEARCH_QUEUE_URL',
  imports: 'STOREFRONT_IMPORTS_QUEUE_URL',
} as const
const READ_ONLY = 'STOREFRONT_READ_ONLY'
const SHOP_PAGE = 'STOREFRONT_SHOP_PAGE'
const LOOPBACK_TARGETS = 'STOREFRONT_LOOPBACK_TARGETS'
const MEDIA_BUCKET = 'STOREFRONT_MEDIA_BUCKET'
const MEDIA_BASE_URL = 'STOREFRONT_MEDIA_BASE_URL'
const API_URL = 'STOREFRONT_API_URL'

/**
 * The environment variables of this system, named once: the stack sets them, the functions read them.
 * No other file touches `process.env`.
 */
export const ENVIRONMENT = {
  tableName: TABLE_NAME,
  documentationUrl: DOCUMENTATION_URL,
  listMemory: LIST_MEMORY,
  importPace: IMPORT_PACE,
  readOnly: READ_ONLY,
  shopPage: SHOP_PAGE,
  queueUrls: QUEUE_URLS,
  mediaBucket: MEDIA_BUCKET,
  mediaBaseUrl: MEDIA_BASE_URL,
  apiUrl: API_URL,
  /** Set by the local stack alone: no template has it. */
  loopbackTargets: LOOPBACK_TARGETS,
} as const

/** The address in `type` of a problem when the deployment sets no other: a page that every deployment serves. */
export const DEFAULT_DOCUMENTATION_URL = '/api/v1/docs/problems'

/** The table this process works on. Throws if the process was started without one. */
export function tableName(): string {
  const name = process.env[TABLE_NAME]
  if (!name) throw new Error(`${TABLE_NAME} is not set`)
  return name
}

/** The page that explains every problem code. */
export function documentationUrl(): string {
  return process.env[DOCUMENTATION_URL] ?? DEFAULT_DOCUMENTATION_URL
}

/** How long an instance may serve a public list from memory, in milliseconds; 0 unless the deployment says more. */
export const listMemoryMs = () => Number(process.env[LIST_MEMORY] ?? 0) * 1000

/** The most products that an import writes in a second. Throws if the process was started without it. */
export function importPace(): number {
  const perSecond = Number(process.env[IMPORT_PACE])
  if (!(perSecond > 0)) throw new Error(`${IMPORT_PACE} is not set`)
  return perSecond
}

/** True if the authorizer refuses writes, as the deployment's setting `readOnly` says. */
export const isReadOnly = () => process.env[READ_ONLY] === 'true'

/** True unless the deployment's setting `shopPage` is off. */
export const hasShopPage = () => process.env[SHOP_PAGE] !== 'false'

/** The URL of a queue. Throws if the process was started without it. */
export function queueUrl(queue: keyof typeof QUEUE_URLS): string {
  const url = process.env[QUEUE_URLS[queue]]
  if (!url) throw new Error(`${QUEUE_URLS[queue]} is not set`)
  return url
}

/** True if webhooks can be sent to this machine itself over http: on a developer's machine only. */
export const allowsLoopback = () => process.env[LOOPBACK_TARGETS] === 'allowed'

/** The name of the bucket of pictures, if the deployment has one, as its setting `media` says. */
export const mediaBucket = () => process.env[MEDIA_BUCKET]

/** True if the deployment takes pictures. */
export const hasMedia = () => process.env[MEDIA_BUCKET] !== undefined

/** The address below which every picture is read, without a slash at its end. Throws if the process was started without it. */
export function mediaBaseUrl(): string {
  const url = process.env[MEDIA_BASE_URL]
  if (!url) throw new Error(`${MEDIA_BASE_URL} is not set`)
  return url
}

/** The base URL of this API at the gateway itself. Throws if the process was started without it. */
export function apiUrl(): string {
  const url = process.env[API_URL]
  if (!url) throw new Error(`${API_URL} is not set`)
  return url
}

/** The last part of AWS's addresses, and of the names of its services, by the first of a region's name. */
export const DOMAINS: Record<string, string> = { cn: 'com.cn', eusc: 'eu' }

/** The endpoint of DynamoDB and the credentials: from Lambda, or set by `useTable` for a process. */
export function awsTarget() {
  const { AWS_REGION: region = '', ...env } = process.env
  const domain = DOMAINS[region.replace(/-.*/, '')] ?? 'com'
  // Requests go to its root, whatever path an endpoint has: that is what they are signed for, too.
  const endpoint = new URL('/', namedEndpoint() || `https://dynamodb.${region}.amazonaws.${domain}`)
  return {
    endpoint,
    region,
    credentials: {
      accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
      sessionToken: env.AWS_SESSION_TOKEN,
    },
  }
}

/**
 * The endpoint that the environment names, by the rules and in the order of AWS's SDKs
 * (docs.aws.amazon.com/sdkref, "Service-specific endpoints"); an empty value counts as unset.
 */
const namedEndpoint = (own = process.env.AWS_ENDPOINT_URL_DYNAMODB) =>
  process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS === 'true' ? '' : own || process.env.AWS_ENDPOINT_URL

/** The address of SQS, if the environment has one; otherwise the URL of a queue does. */
export const sqsEndpoint = () => namedEndpoint(process.env.AWS_ENDPOINT_URL_SQS ?? '') || undefined

type Identity = Pick<ReturnType<typeof awsTarget>, 'region' | 'credentials'>

/** The region and the credentials of requests to the bucket: Lambda's, or those that `useBucket` was given. */
let bucketIdentity = async (): Promise<Identity> => awsTarget()

/** The address of the bucket of pictures, with a slash at its end, and who asks. Throws if the process was started without one. */
export async function bucketTarget() {
  const bucket = mediaBucket()
  if (!bucket) throw new Error(`${MEDIA_BUCKET} is not set`)
  const { region, credentials } = await bucketIdentity()
  const domain = DOMAINS[region.replace(/-.*/, '')] ?? 'com'
  const endpoint = namedEndpoint(process.env.AWS_ENDPOINT_URL_S3 ?? '')
  const url = new URL(
    endpoint ? `${endpoint}/${bucket}/` : `https://${bucket}.s3.${region}.amazonaws.${domain}/`,
  )
  return { url, region, credentials }
}

/** True if DynamoDB is called over TLS: always, unless the environment names an `http:` address. */
export const asksOverTls = () => !namedEndpoint()?.startsWith('http:')

/** True while Lambda starts an instance, and ever after in it: how it was started. */
export const isLambda = () => process.env.AWS_LAMBDA_INITIALIZATION_TYPE !== undefined

/** The table of a program outside Lambda, for `useTable` before the first call to it. */
export interface TableTarget {
  name: string
  /** The address of a local engine; absent for AWS, where region and credentials come from the environment. */
  endpoint?: string
}

/** The bucket of pictures of a program outside Lambda. */
export interface BucketTarget {
  name: string
  /** The address of a local service; absent for AWS. */
  endpoint?: string
  /** Region and credentials, if they are not in the environment. */
  identity?: typeof bucketIdentity
}

/** Points this process at a bucket of pictures, and at the address below which they are read. */
export function useBucket({ name, endpoint, identity }: BucketTarget, baseUrl?: string): void {
  if (identity) bucketIdentity = identity
  process.env[MEDIA_BUCKET] = name
  if (baseUrl !== undefined) process.env[MEDIA_BASE_URL] = baseUrl
  if (endpoint) process.env.AWS_ENDPOINT_URL_S3 = endpoint
}

/** Points this process at a table, as Lambda's configuration does for a function. */
export function useTable({ name, endpoint }: TableTarget): void {
  process.env[TABLE_NAME] = name
  if (!endpoint) return
  // The SDK reads these itself (docs.aws.amazon.com/sdkref, "Service-specific endpoints").
  // Local engines take any key and region.
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint
  process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS = 'false'
  process.env.AWS_REGION = 'local'
  process.env.AWS_ACCESS_KEY_ID = 'local'
  process.env.AWS_SECRET_ACCESS_KEY = 'local'
}
