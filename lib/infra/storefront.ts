import { CfnOutput, Names, Tags } from 'aws-cdk-lib'
import { HttpApi, HttpStage, type IHttpApi, type IHttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { FunctionNeeds, Route, Trigger } from '../route.ts'
import { QUEUES } from '../routes/queues.ts'
import { AUTHORIZER, BACKGROUND, DOCUMENTATION, UNMATCHED } from '../routes.ts'
import { Api, baseUrlOn } from './api.ts'
import { createDomain } from './domain.ts'
import { Edge } from './edge/edge.ts'
import { EndpointFunction } from './endpoint-function.ts'
import { type FunctionKind, kindOf, timeoutSecondsFor } from './function-kind.ts'
import { FunctionRoles } from './function-roles.ts'
import { createBucket, servePictures } from './media.ts'
import { createAccessLog } from './monitoring/access-log.ts'
import { alarmTopicOf, createAlarms } from './monitoring/alarms.ts'
import { createBudget } from './monitoring/budget.ts'
import { createLogs, type Logs } from './monitoring/logs.ts'
import { saveQueries } from './monitoring/saved-queries.ts'
import { createQueues, type Queues, queueId } from './queues.ts'
import { documentationKeys, routeKeysOf, routesOf, throttlesOf, unmatchedKeys } from './route-keys.ts'
import type { Settings } from './settings/settings.ts'
import { type StorefrontTable, tableOf } from './table.ts'
import { addTrigger } from './triggers.ts'

/** The parts of a deployment that other stacks and tools refer to. */
export interface StorefrontParts {
  /** The API; every path is relative to it. */
  baseUrl: string
  /** The same without a custom domain: it works before there is a DNS record. */
  gatewayUrl: string
  apiId: string
  /** The address for shops; undefined unless the settings have one. */
  edge: Edge | undefined
  table: StorefrontTable
  queues: Queues
  /** The bucket of pictures; undefined unless the settings have them. */
  mediaBucket: IBucket | undefined
  /** Every function, by its file under `functions/`. */
  functions: ReadonlyMap<string, IFunction>
  /** The gateway's API and its stage. */
  httpApi: IHttpApi
  stage: IHttpStage
  /** Alarms are sent to it; undefined if the settings name nobody who gets them. */
  alarmTopic: ITopic | undefined
}

/**
 * Makes the whole system in a scope, a stack or a construct: one table, one API, an authorizer before it and a function
 * behind each endpoint, those that deliver events with their queues, logs and alarms. If `scope` is the stack, logical
 * ids stay those of earlier versions.
 */
export function createStorefront(scope: Construct, settings: Settings, bundleDir: string): StorefrontParts {
  const name = Names.uniqueResourceName(scope, { separator: '-', maxLength: 64 })
  const table = tableOf(scope, settings)
  const logs = createLogs(scope, settings)
  const queues = createQueues(scope)
  const bucket = settings.media ? createBucket(scope, settings) : undefined
  const functions = createFunctions(scope, { settings, bundleDir, table, queues, bucket, logs })
  const { logGroup: accessLog, settings: accessLogSettings } = createAccessLog(scope, name, settings)
  const authorizer = targetOf(functions, AUTHORIZER)
  const api = new Api(scope, 'Api', { name, authorizer, accessLog: accessLogSettings, settings })
  connect(api, functions, settings)
  for (const background of BACKGROUND)
    addTrigger(functionOf(functions, background), background.trigger, { table, queues, settings })
  const { domainName, certificateArn, hostedZoneId, alarmEmail, monthlyBudgetUsd } = settings
  if (domainName && certificateArn) createDomain(scope, api, { domainName, certificateArn, hostedZoneId })
  const dispatch = targetOf(functions, { function: 'events/dispatch' })
  const sweep = targetOf(functions, { function: 'webhooks/sweep' })
  const watched = { name, api, authorizer, dispatch, sweep, table, queues, logs, accessLog }
  const alarmTopic = alarmTopicOf(scope, settings)
  if (alarmTopic) createAlarms(scope, watched, alarmTopic)
  saveQueries(scope, watched)
  if (monthlyBudgetUsd && alarmEmail) createBudget(scope, monthlyBudgetUsd, alarmEmail)
  for (const [key, value] of Object.entries(settings.tags)) Tags.of(scope).add(key, value)
  const gatewayUrl = baseUrlOn(api.endpoint)
  const baseUrl = domainName ? baseUrlOn(`https://${domainName}`) : gatewayUrl
  const { edge: edgeSettings, documentationUrl } = settings
  const edge = edgeSettings && new Edge(scope, 'Edge', { ...edgeSettings, baseUrl, documentationUrl })
  if (bucket && edge) servePictures(scope, { bucket, edge, functions })
  const lambdas = [...functions].map(([file, { lambda }]) => [file, lambda] as const)
  return {
    baseUrl,
    gatewayUrl,
    apiId: api.apiId,
    edge,
    ...importedApi(scope, api),
    table,
    queues,
    mediaBucket: bucket,
    functions: new Map(lambdas),
    alarmTopic,
  }
}

/** The API and its stage in the types that other constructs take. */
function importedApi(scope: Construct, api: Api): Pick<StorefrontParts, 'httpApi' | 'stage'> {
  const httpApi = HttpApi.fromHttpApiAttributes(scope, 'HttpApi', {
    httpApiId: api.apiId,
    apiEndpoint: api.endpoint,
  })
  const stage = HttpStage.fromHttpStageAttributes(scope, 'HttpStage', {
    api: httpApi,
    stageName: api.stageName,
  })
  return { httpApi, stage }
}

/** The outputs of a deployment's stack, for people and tools. */
export function createOutputs(
  scope: Construct,
  { baseUrl, gatewayUrl, apiId, edge, table, queues, mediaBucket, alarmTopic }: StorefrontParts,
): void {
  const output = (id: string, value: string, description: string) =>
    new CfnOutput(scope, id, { value, description })
  output('BaseUrl', baseUrl, 'The API; every path is relative to it')
  if (gatewayUrl !== baseUrl) output('GatewayUrl', gatewayUrl, 'The API without its domain name')
  if (edge) output('EdgeUrl', edge.url, 'The API for shops, through CloudFront: reads without a key')
  output('TableName', table.tableName, "The operator's --table")
  output('TableArn', table.tableArn, 'The table')
  output('TableStreamArn', table.streamArn, "The table's stream")
  for (const { queue, about } of QUEUES)
    output(`${queueId(queue)}Url`, queues[queue].queueUrl, `The queue of ${about}`)
  output('DeadLettersUrl', queues.dead.queueUrl, 'The queue of wake-ups and records that failed for good')
  if (mediaBucket) output('MediaBucketName', mediaBucket.bucketName, 'The bucket of pictures')
  output('ApiId', apiId, 'The HTTP API')
  if (alarmTopic) output('AlarmTopicArn', alarmTopic.topicArn, 'The topic that alarms are sent to')
}

interface FunctionProps {
  settings: Settings
  bundleDir: string
  table: StorefrontTable
  queues: Queues
  bucket: IBucket | undefined
  logs: Logs
}

/** Every function of the route table, by its file. */
function createFunctions(
  scope: Construct,
  { logs, ...shared }: FunctionProps,
): Map<string, EndpointFunction> {
  const { table, queues, bucket, settings } = shared
  const roles = new FunctionRoles(scope, 'Roles', { table, queues, bucket, logs, tracing: settings.tracing })
  const create = (
    needs: FunctionNeeds,
    kind: FunctionKind,
    timeoutS: number,
    { trigger, memoryMb }: { trigger?: Trigger; memoryMb?: number | undefined } = {},
  ): [string, EndpointFunction] => {
    const log = kind === 'authorizer' ? 'public' : kind
    const role = roles.roleFor({ needs, trigger, log })
    const props = { ...shared, needs, kind, trigger, timeoutS, memoryMb, role, logGroup: logs[log] }
    return [needs.function, new EndpointFunction(scope, pascalCase(needs.function), props)]
  }
  const answering = (
    needs: FunctionNeeds & Pick<Route, 'memoryMb'>,
    kind: Exclude<FunctionKind, 'background'>,
  ) => create(needs, kind, timeoutSecondsFor(kind), { memoryMb: needs.memoryMb })
  return new Map([
    answering(AUTHORIZER, 'authorizer'),
    ...routesOf(settings).map((route) => answering(route, kindOf(route.access))),
    answering(DOCUMENTATION, 'public'),
    answering(UNMATCHED, 'public'),
    ...BACKGROUND.map((needs) => create(needs, 'background', needs.timeoutS, needs)),
  ])
}

/** Puts every function behind its routes, and the one for everything else behind the rest. */
function connect(api: Api, functions: ReadonlyMap<string, EndpointFunction>, settings: Settings): void {
  for (const route of routesOf(settings))
    api.addRoutes(pascalCase(route.function), targetOf(functions, route), {
      kind: kindOf(route.access),
      routeKeys: routeKeysOf(route),
      isOpen: route.access === 'none',
    })
  api.addRoutes(pascalCase(DOCUMENTATION.function), targetOf(functions, DOCUMENTATION), {
    kind: 'public',
    routeKeys: documentationKeys(),
    isOpen: true,
  })
  api.addRoutes('Unmatched', targetOf(functions, UNMATCHED), {
    kind: 'public',
    routeKeys: unmatchedKeys(),
    isOpen: true,
  })
  for (const [routeKey, throttle] of throttlesOf(settings)) api.limit(routeKey, throttle)
}

function functionOf(
  functions: ReadonlyMap<string, EndpointFunction>,
  needs: Pick<FunctionNeeds, 'function'>,
): EndpointFunction {
  const found = functions.get(needs.function)
  if (!found) throw new Error(`no function was made of ${needs.function}`)
  return found
}

const targetOf = (
  functions: ReadonlyMap<string, EndpointFunction>,
  needs: Pick<FunctionNeeds, 'function'>,
): IFunction => functionOf(functions, needs).target

/** `products/list` → `ProductsList`: one stem for everything that belongs to a function. */
const pascalCase = (name: string) =>
  name.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
