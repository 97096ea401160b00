import { Names, Tags } from 'aws-cdk-lib'
import { HttpApi, HttpStage, type IHttpApi, type IHttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { AUTHORIZER, BACKGROUND } from '../api/routes.ts'
import { ENVIRONMENT } from '../environment.ts'
import { Api, baseUrlOn } from './api.ts'
import { createDomain } from './domain.ts'
import { Edge } from './edge/edge.ts'
import { connect, createFunctions, functionOf, targetOf } from './functions.ts'
import { createBucket, servePictures } from './media.ts'
import { createAccessLog } from './monitoring/access-log.ts'
import { alarmTopicOf } from './monitoring/alarm-topic.ts'
import { createAlarms } from './monitoring/alarms.ts'
import { createBudget } from './monitoring/budget.ts'
import { createLogs } from './monitoring/logs.ts'
import { saveQueries } from './monitoring/saved-queries.ts'
import { createQueues, type Queues } from './queues.ts'
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
    addTrigger(functionOf(functions, background), background, { table, queues, settings })
  const { domainName, certificateArn, hostedZoneId, alarmEmail, monthlyBudgetUsd } = settings
  if (domainName && certificateArn) createDomain(scope, api, { domainName, certificateArn, hostedZoneId })
  const dispatch = targetOf(functions, { function: 'events/dispatch' })
  const sweep = targetOf(functions, { function: 'webhooks/sweep' })
  const due = targetOf(functions, { function: 'due/run' })
  const watched = { name, api, authorizer, dispatch, sweep, due, table, queues, logs, accessLog }
  const alarmTopic = alarmTopicOf(scope, settings)
  if (alarmTopic) createAlarms(scope, watched, alarmTopic, settings)
  saveQueries(scope, watched)
  if (monthlyBudgetUsd && alarmEmail) createBudget(scope, monthlyBudgetUsd, alarmEmail)
  for (const [key, value] of Object.entries(settings.tags)) Tags.of(scope).add(key, value)
  const gatewayUrl = baseUrlOn(api.endpoint)
  // The tools of agents call the API as their clients do. Only now is there an address.
  functionOf(functions, { function: 'mcp' }).lambda.addEnvironment(ENVIRONMENT.apiUrl, gatewayUrl)
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
