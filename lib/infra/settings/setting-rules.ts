import { Token } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as v from 'valibot'

const text = (rule: string, pattern: RegExp) => v.pipe(v.string(rule), v.regex(pattern, rule))

const whole = (min: number, max: number) => {
  const rule = `must be a whole number from ${min} to ${max}`
  return v.pipe(v.number(rule), v.integer(rule), v.minValue(min, rule), v.maxValue(max, rule))
}

const yesOrNo = (fallback: boolean) => v.optional(v.boolean('must be true or false'), fallback)

/** An ARN. One that another construct of the app makes is known only when the stack is deployed. */
function arn(service: string, resource: string, example: string) {
  const rule = `must be an ARN like arn:aws:${service}:<region>:<account>:${example}`
  return ofForm(rule, new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:${resource}$`))
}

/** An ARN that CloudFront takes. */
function edgeArn(service: string, resource: string, example: string) {
  const rule = `must be in us-east-1, as everything that CloudFront takes, like arn:aws:${service}:us-east-1:<account>:${example}`
  return ofForm(rule, new RegExp(`^arn:aws:${service}:us-east-1:\\d{12}:${resource}$`))
}

const ofForm = (rule: string, form: RegExp) =>
  v.pipe(
    v.string(rule),
    v.check((value) => Token.isUnresolved(value) || form.test(value), rule),
  )

const TABLE = 'table/[\\w.-]{3,255}'
const KEY = arn('kms', 'key/[\\w-]+', 'key/<id>')
const KEY_OR_ALIAS = arn('kms', '(key/[\\w-]+|alias/[\\w/-]+)', 'key/<id>')

const perSecond = (fallback: number) => {
  const rule = 'must be a number greater than 0 and at most 10000'
  const number = v.pipe(v.number(rule), v.gtValue(0, rule), v.maxValue(10_000, rule))
  return v.optional(number, fallback)
}

/** Slower than one a second, and no import of a real file would end within the time that it has. */
const PRODUCTS_RULE = 'must be a number from 1 to 10000'
const PRODUCTS = v.pipe(
  v.number(PRODUCTS_RULE),
  v.minValue(1, PRODUCTS_RULE),
  v.maxValue(10_000, PRODUCTS_RULE),
)

const burst = (fallback: number) => v.optional(whole(1, 10_000), fallback)

const INSTANCES = v.optional(whole(1, 100_000))
const PROVISIONED = { authorizer: INSTANCES, public: INSTANCES }
/** A queue invokes at least two instances at once: fewer reserved ones would refuse its wake-ups. */
const RESERVED = { ...PROVISIONED, admin: INSTANCES, background: v.optional(whole(2, 100_000)) }

/** https://docs.aws.amazon.com/lambda/latest/api/API_ScalingConfig.html */
export const DEFAULT_WEBHOOK_CONCURRENCY = 100
const WEBHOOK_CONCURRENCY = v.optional(whole(2, 1_000), DEFAULT_WEBHOOK_CONCURRENCY)

/** Each import keeps an instance for minutes, and writes up to `importProductsPerSecond` into the one table. */
export const DEFAULT_IMPORT_CONCURRENCY = 5
const IMPORT_CONCURRENCY = v.optional(whole(2, 100), DEFAULT_IMPORT_CONCURRENCY)

const DAYS = Object.values(RetentionDays).filter(
  (days) => typeof days === 'number' && days !== RetentionDays.INFINITE,
)

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Tags that AWS takes: https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html */
const TAGS = v.pipe(
  v.record(
    text(
      'must have a name of 1 to 128 characters that does not begin with aws:',
      /^(?!aws:)[\p{L}\p{Z}\p{N}_.:/=+\-@]{1,128}$/iu,
    ),
    text('must be a text of at most 256 characters', /^[\p{L}\p{Z}\p{N}_.:/=+\-@]{0,256}$/u),
    'must be an object',
  ),
  v.maxEntries(50, 'must have at most 50 tags'),
)

const DOMAIN_NAME = v.optional(text('must be a domain name in lower case like api.example.com', DOMAIN))

const EDGE = v.strictObject(
  {
    domain: DOMAIN_NAME,
    certificateArn: v.optional(edgeArn('acm', 'certificate/[\\w-]+', 'certificate/<id>')),
    webAclArn: v.optional(edgeArn('wafv2', 'global/webacl/[\\w-]+/[\\w-]+', 'global/webacl/<name>/<id>')),
  },
  'must be an object',
)

const ZONE_RULE = 'must be the id of a hosted zone of Route 53, like Z0123456789ABCDEFGHIJ'

/** The rules of each setting on its own. */
export const SETTINGS_SCHEMA = v.strictObject(
  {
    region: v.optional(text('must be an AWS region like eu-central-1', /^[a-z]{2,}(-[a-z]+)+-\d$/)),
    removalPolicy: v.optional(v.picklist(['retain', 'destroy'], 'must be retain or destroy'), 'retain'),
    requestsPerSecond: perSecond(500),
    requestBurst: burst(1_000),
    adminRequestsPerSecond: perSecond(100),
    adminRequestBurst: burst(200),
    searchRequestsPerSecond: perSecond(200),
    searchRequestBurst: burst(400),
    feedRequestsPerSecond: perSecond(5),
    feedRequestBurst: burst(10),
    importProductsPerSecond: v.optional(PRODUCTS, 40),
    importConcurrency: IMPORT_CONCURRENCY,
    reservedConcurrency: v.optional(v.strictObject(RESERVED, 'must be an object'), {}),
    provisionedConcurrency: v.optional(v.strictObject(PROVISIONED, 'must be an object'), {}),
    webhookConcurrency: WEBHOOK_CONCURRENCY,
    logRetentionDays: v.optional(v.picklist(DAYS, `must be one of ${DAYS.join(', ')}`), 30),
    tableKeyArn: v.optional(KEY_OR_ALIAS),
    logKeyArn: v.optional(KEY),
    alarmEmail: v.optional(text('must be an email address', /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/)),
    alarmTopicArn: v.optional(arn('sns', '[\\w-]{1,256}', '<name>')),
    monthlyBudgetUsd: v.optional(whole(1, 1_000_000_000)),
    domainName: DOMAIN_NAME,
    certificateArn: v.optional(arn('acm', 'certificate/[\\w-]+', 'certificate/<id>')),
    hostedZoneId: v.optional(
      v.pipe(
        v.string(ZONE_RULE),
        v.check((value) => Token.isUnresolved(value) || /^Z[A-Z0-9]{1,31}$/.test(value), ZONE_RULE),
      ),
    ),
    edge: v.optional(EDGE),
    media: yesOrNo(false),
    readOnly: yesOrNo(false),
    shopPage: yesOrNo(true),
    tracing: yesOrNo(false),
    logCallerAddresses: yesOrNo(false),
    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html: never below these
    warmThroughput: v.optional(
      v.strictObject(
        { readUnits: whole(12_000, 10_000_000), writeUnits: whole(4_000, 10_000_000) },
        'must be an object',
      ),
    ),
    tags: v.optional(TAGS, {}),
    tableArn: v.optional(arn('dynamodb', TABLE, 'table/<name>')),
    tableStreamArn: v.optional(arn('dynamodb', `${TABLE}/stream/[\\w:.-]+`, 'table/<name>/stream/<time>')),
    listMemorySeconds: v.optional(v.picklist([0, 1], 'must be 0 or 1'), 1),
    documentationUrl: v.optional(
      text('must be a URL that begins with https://', /^https:\/\/[^\s/]+\.[^\s/]+(\/\S*)?$/),
    ),
  },
  'must be an object',
)
