import { randomUUID } from 'node:crypto'
import type { Context, SQSEvent } from 'aws-lambda'
import type { ApiEvent } from '../../lib/api/http/answer/outcome.ts'
import { BASE_PATH } from '../../lib/api/route.ts'

interface EventOptions {
  method?: string
  /** The route's path as in the table, for the route key. */
  route: string
  query?: string
  headers?: Record<string, string>
  path?: Record<string, string>
  /** The authorizer's verdict; none by default. */
  verdict?: Record<string, unknown>
}

/** An event as API Gateway sends it to a function (HTTP API, payload format 2.0). */
export function apiEvent({
  method = 'GET',
  route,
  query = '',
  headers = {},
  path,
  verdict,
}: EventOptions): ApiEvent {
  const rawPath = BASE_PATH + route.replace(/\{(\w+)\}/g, (_, name: string) => path?.[name] ?? '')
  return {
    version: '2.0',
    routeKey: `${method} ${BASE_PATH}${route}`,
    rawPath,
    rawQueryString: query,
    headers,
    ...(path && { pathParameters: path }),
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
      requestId: randomUUID(),
      routeKey: `${method} ${BASE_PATH}${route}`,
      stage: '$default',
      time: '20/Nov/2026:09:00:00 +0000',
      timeEpoch: 1_795_165_200_000,
      authorizer: { lambda: verdict },
    },
  }
}

/** An event as a queue invokes a function with it: one message. */
export const messageEvent = (body: object, messageId: string = randomUUID()): SQSEvent => ({
  Records: [
    {
      messageId,
      receiptHandle: randomUUID(),
      body: JSON.stringify(body),
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: '1795165200000',
        SenderId: 'test',
        ApproximateFirstReceiveTimestamp: '1795165200000',
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:local:000000000000:test',
      awsRegion: 'local',
    },
  ],
})

/** The context of one invocation, with an id of its own and 28 s to go. */
export function lambdaContext(): Context {
  return {
    awsRequestId: randomUUID(),
    callbackWaitsForEmptyEventLoop: false,
    functionName: 'test',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:local:000000000000:function:test',
    logGroupName: 'test',
    logStreamName: 'test',
    memoryLimitInMB: '1024',
    getRemainingTimeInMillis: () => 28_000,
    done: () => {},
    fail: () => {},
    succeed: () => {},
  }
}
