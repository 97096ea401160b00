import { Token } from 'aws-cdk-lib'
import { DEFAULT_IMPORT_CONCURRENCY, DEFAULT_WEBHOOK_CONCURRENCY } from './setting-rules.ts'

type Input = Record<string, unknown>

/** Settings of which each is useless, or refused by AWS, without the other; and why, where that is not plain. */
const TOGETHER: readonly (readonly [string, string, string?])[] = [
  ['domainName', 'certificateArn'],
  ['certificateArn', 'domainName'],
  ['monthlyBudgetUsd', 'alarmEmail'],
  ['tableStreamArn', 'tableArn'],
  ['tableArn', 'tableStreamArn', "webhooks are delivered from the table's stream"],
  ['hostedZoneId', 'domainName'],
]

/** A table that exists has these of its own. */
const OF_A_NEW_TABLE = ['removalPolicy', 'warmThroughput']

const REGIONAL = ['tableKeyArn', 'logKeyArn', 'certificateArn', 'tableArn', 'tableStreamArn', 'alarmTopicArn']

/** The errors in the combination of settings that are each valid alone. */
export function contradictions(input: Input): string[] {
  return [
    ...missing(input),
    ...ofEdge(input),
    ...elsewhere(input),
    ...ofNewTable(input),
    ...otherTable(input),
    ...overReserved(input),
    ...tooFewForQueues(input),
  ]
}

const has = (input: Input, name: string) => input[name] !== undefined

const missing = (input: Input) => [
  ...TOGETHER.filter(([name, needed]) => has(input, name) && !has(input, needed)).map(
    ([name, needed, why]) => `${name}: needs ${needed}, which is not set${why ? `: ${why}` : ''}`,
  ),
  // The functions look for it in the region in which they run.
  ...(isKnown(input.tableArn) && !has(input, 'region')
    ? ['tableArn: needs region, which is not set: the table must be in the region of the stack']
    : []),
]

function ofEdge({ edge, domainName, media }: Input): string[] {
  const own = entriesOf(edge)
  const [domain, certificate] = [own.get('domain'), own.get('certificateArn')]
  return [
    ...(media === true && edge === undefined
      ? ['media: needs edge, which is not set: pictures are read through it']
      : []),
    ...(domain !== undefined && certificate === undefined
      ? ['edge.domain: needs edge.certificateArn, which is not set']
      : []),
    ...(domain === undefined && certificate !== undefined
      ? ['edge.certificateArn: needs edge.domain, which is not set']
      : []),
    // CloudFront would send the requests to itself.
    ...(domain !== undefined && domain === domainName
      ? ['edge.domain: must be another name than domainName, to which the edge sends its requests']
      : []),
  ]
}

/** True for a value that is written out: one that another construct makes is known only when the stack is deployed. */
const isKnown = (value: unknown): value is string => typeof value === 'string' && !Token.isUnresolved(value)

function elsewhere(input: Input): string[] {
  const { region } = input
  if (typeof region !== 'string') return []
  return REGIONAL.flatMap((name) => {
    const of = regionOf(input[name])
    return of === undefined || of === region ? [] : [`${name}: is in ${of}, but region is ${region}`]
  })
}

/** `arn:aws:kms:eu-central-1:…` → `eu-central-1` */
const regionOf = (arn: unknown) => (isKnown(arn) ? arn.split(':')[3] : undefined)

const ofNewTable = (input: Input) =>
  has(input, 'tableArn')
    ? OF_A_NEW_TABLE.filter((name) => has(input, name)).map(
        (name) => `${name}: is of a new table, but tableArn names one that exists`,
      )
    : []

function otherTable({ tableArn, tableStreamArn }: Input): string[] {
  if (!isKnown(tableArn) || !isKnown(tableStreamArn)) return []
  return tableStreamArn.startsWith(`${tableArn}/`)
    ? []
    : ['tableStreamArn: is of another table than tableArn']
}

/** Provisioned instances are part of the reserved ones. */
function overReserved({ reservedConcurrency, provisionedConcurrency }: Input): string[] {
  const [reserved, provisioned] = [reservedConcurrency, provisionedConcurrency].map(entriesOf)
  return [...(provisioned ?? [])].flatMap(([kind, count]) => {
    const most = reserved?.get(kind)
    return typeof most === 'number' && typeof count === 'number' && count > most
      ? [`provisionedConcurrency.${kind}: is more than reservedConcurrency.${kind}, ${most}`]
      : []
  })
}

/** The settings that say how many messages of a queue are worked on at once, with their defaults. */
const OF_QUEUES = {
  webhookConcurrency: DEFAULT_WEBHOOK_CONCURRENCY,
  importConcurrency: DEFAULT_IMPORT_CONCURRENCY,
}

/**
 * A queue would invoke more instances than there can be. The messages that are refused fail, the fifth time for good:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
function tooFewForQueues(input: Input): string[] {
  const reserved = entriesOf(input.reservedConcurrency).get('background')
  return Object.entries(OF_QUEUES).flatMap(([name, fallback]) => {
    const most = input[name] ?? fallback
    return typeof reserved === 'number' && typeof most === 'number' && reserved < most
      ? [`reservedConcurrency.background: is less than ${name}, ${most}`]
      : []
  })
}

const entriesOf = (value: unknown) =>
  new Map<string, unknown>(typeof value === 'object' && value ? Object.entries(value) : [])
