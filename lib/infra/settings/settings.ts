import * as v from 'valibot'
import { contradictions } from './setting-contradictions.ts'
import { SETTINGS_SCHEMA } from './setting-rules.ts'
import { unknownNames } from './unknown-names.ts'

/**
 * How many instances of one function are kept ready, by the kind of the function: the setting holds for each. Shoppers wait
 * for the authorizer and for public reads; a merchant's automations can wait 0.3 s for an instance that starts.
 */
export interface Concurrency {
  /** For the authorizer, which every request awaits. */
  authorizer?: number
  /** For each public-read function. */
  public?: number
}

/** How many instances of one function can run at once, by its kind. */
export interface ReservedConcurrency extends Concurrency {
  /** For each function under `/admin`. */
  admin?: number
  /** For each background function: at least `webhookConcurrency` and `importConcurrency`. */
  background?: number
}

/** The address for shops, in front of the API: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ */
export interface EdgeSettings {
  /** Its own domain name, such as `shop-api.example.com`, and its certificate (ACM, in us-east-1). */
  domain?: string
  certificateArn?: string
  /** Your own web ACL (WAF, for CloudFront, in us-east-1) that checks shoppers' requests, paid by the month and per request. */
  webAclArn?: string
}

/** The settings of a deployment. Each one has a default: an empty object is a deployment. */
export interface StorefrontSettings {
  /** The AWS region. Without it the region of the AWS profile; some settings need it. */
  region?: string
  /** The fate of the table when the stack is deleted; `destroy` also turns off both protections. Default `retain`. */
  removalPolicy?: 'retain' | 'destroy'
  /** Requests per second and burst of each route that is not under `/admin`: targets of the gateway, not a ceiling. Default 500, 1,000. */
  requestsPerSecond?: number
  requestBurst?: number
  /** The same for each route under `/admin`, where each key also has its own rate limit. Default 100, 200. */
  adminRequestsPerSecond?: number
  adminRequestBurst?: number
  /** The same for searches, each of which can read a whole shop. Default 200, 400. */
  searchRequestsPerSecond?: number
  searchRequestBurst?: number
  /** The same for feeds, each of which reads a whole shop. Default 5, 10. */
  feedRequestsPerSecond?: number
  feedRequestBurst?: number
  /** The most instances of each function, taken from the account's concurrency. Default: no limit of its own. */
  reservedConcurrency?: ReservedConcurrency
  /** Instances of each function that are always ready, paid by the hour: up to $14.93 a month each. Default: none. */
  provisionedConcurrency?: Concurrency
  /** The most products that an import over the API writes per second. Default 40. */
  importProductsPerSecond?: number
  /** How many imports run at once, 2 to 100; the others wait. Each takes an instance for minutes. Default 5. */
  importConcurrency?: number
  /** How many webhooks are delivered to at once, 2 to 1,000. A new account runs only 10 functions at once. Default 100. */
  webhookConcurrency?: number
  /** How many days all logs are kept: a number that CloudWatch Logs accepts. Storage is paid by the month. Default 30. */
  logRetentionDays?: number
  /** Your KMS key that encrypts the table, or an alias of it. A key costs $1 a month plus its requests. Default: a key that AWS owns. */
  tableKeyArn?: string
  /** Your KMS key that encrypts the logs; its policy must allow CloudWatch Logs to use it. A key costs $1 a month plus its requests. Default: CloudWatch's own. */
  logKeyArn?: string
  /** The email address for alarms and the budget. Alarms cost $1.60 a month. Default: there are no alarms. */
  alarmEmail?: string
  /** Your own topic for alarms; its policy must allow CloudWatch to publish. Alarms cost $1.60 a month. Default: one of the stack's own. */
  alarmTopicArn?: string
  /** A monthly budget in US dollars for everything in the account, announced at 80 % and when a forecast exceeds it. */
  monthlyBudgetUsd?: number
  /** The API's own domain name, such as `api.example.com`, and its certificate (ACM, in the stack's region). */
  domainName?: string
  certificateArn?: string
  /** The hosted zone of Route 53 in which the domain name gets its record. Default: you make the record. */
  hostedZoneId?: string
  /** CloudFront in front of the public reads, paid per request and byte; `{}` switches it on. Default: there is none. */
  edge?: EdgeSettings
  /** Merchants can upload pictures, which are read through the edge and paid as S3 storage. Default false. */
  media?: boolean
  /**
   * Stops everything that writes, except the operator's commands: requests that change something get 503 `read_only`, and no
   * delivery, no import and no sweep runs, and no hold of stock ends. Reads work. Default false.
   */
  readOnly?: boolean
  /** Every business has a page of its shop at `/shop/<slug>`, for people, not for search engines. Default true. */
  shopPage?: boolean
  /** X-Ray traces of every function, paid per trace. Default false. */
  tracing?: boolean
  /** Writes the IP address of each request to the access log: personal data. Default false. */
  logCallerAddresses?: boolean
  /** Throughput that a new table can carry from its first second, in units per second. Paid once. */
  warmThroughput?: { readUnits: number; writeUnits: number }
  /** Tags of every resource. */
  tags?: Record<string, string>
  /** An existing table, such as a restored one, and its stream, from which events are delivered: the stack then makes none. */
  tableArn?: string
  tableStreamArn?: string
  /** For how many seconds an instance returns a public list from memory: 0 or 1. With 0 every request reads the table. Default 1. */
  listMemorySeconds?: 0 | 1
  /** The page that explains the problem codes: the target of the `type` of a problem. Default: the deployment's own page. */
  documentationUrl?: string
}

type WithDefault =
  | 'removalPolicy'
  | 'requestsPerSecond'
  | 'requestBurst'
  | 'adminRequestsPerSecond'
  | 'adminRequestBurst'
  | 'searchRequestsPerSecond'
  | 'searchRequestBurst'
  | 'feedRequestsPerSecond'
  | 'feedRequestBurst'
  | 'importProductsPerSecond'
  | 'importConcurrency'
  | 'reservedConcurrency'
  | 'provisionedConcurrency'
  | 'webhookConcurrency'
  | 'media'
  | 'readOnly'
  | 'shopPage'
  | 'logRetentionDays'
  | 'tracing'
  | 'logCallerAddresses'
  | 'tags'
  | 'listMemorySeconds'

/** Settings with the defaults filled in. */
export type Settings = StorefrontSettings & Required<Pick<StorefrontSettings, WithDefault>>

/** Settings that break rules, all of which the message lists, one in a line. Nothing was synthesized. */
export class InvalidSettings extends Error {
  override name = 'InvalidSettings'

  constructor(faults: readonly string[]) {
    super(['These settings are invalid:', ...faults].join('\n  '))
  }
}

/** Checks settings and fills in the defaults. Throws `InvalidSettings` with everything that is wrong. */
export function readSettings(input: unknown): Settings {
  const result = v.safeParse(SETTINGS_SCHEMA, input)
  // The schema stops at the first name that it does not know.
  const issues = (result.issues ?? []).filter(({ expected }) => expected !== 'never')
  const faults = [...issues.map(faultOf), ...unknownNames(input)]
  if (v.is(v.record(v.string(), v.unknown()), input)) faults.push(...contradictions(input))
  if (!result.success || faults.length > 0) throw new InvalidSettings(faults)
  return result.output
}

function faultOf(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'settings'
  return `${place}: ${issue.message}, not ${issue.input === undefined ? 'left out' : JSON.stringify(issue.input)}`
}
