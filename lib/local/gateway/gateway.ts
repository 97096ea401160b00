import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AnswerPage } from '../dev/pages-answer.ts'
import { whileStarting } from '../dev/starting-page.ts'
import { endServer, listenOnLoopback } from '../loopback.ts'
import type { ApiDefinition } from '../template/api-definition.ts'
import { type GatewayAnswer, gatewayMessage } from './answer.ts'
import { createDispatcher, type Invoke } from './dispatch.ts'
import type { SentRequest } from './request.ts'
import type { Clock } from './throttling.ts'

/** A listening HTTP API. Until it is open it returns 503. */
export interface Gateway {
  port: number
  /** Begins to serve this API. Its throttles use the clock. */
  open(api: ApiDefinition, clock?: Clock): void
  close(): Promise<void>
}

/** Looks at a request and the API's response to it. */
export type OnAnswer = (request: SentRequest, answer: GatewayAnswer) => void

/** An HTTP API that listens nowhere yet. Until it is open it returns 503. */
export interface GatewayServer {
  server: Server
  /** Serves a request that came without a connection. */
  answer(request: SentRequest): Promise<GatewayAnswer>
  /** Begins to serve this API, as one that listens on the port. Its throttles use the clock. */
  open(api: ApiDefinition, port: number, clock?: Clock): void
}

/**
 * Listens on 127.0.0.1 as an API Gateway HTTP API does on its endpoint.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api.html
 *
 * Port 0 takes any free one. `answerPage` serves the pages that this machine has in addition to the API; `onAnswer` sees
 * every response of the API before it is sent. Throws one line when the port is taken.
 */
export async function listen(
  port: number,
  invoke: Invoke,
  answerPage: AnswerPage,
  onAnswer?: OnAnswer,
): Promise<Gateway> {
  const { server, open } = createGateway(invoke, answerPage, onAnswer)
  const actualPort = await bind(server, port)
  return {
    port: actualPort,
    open: (api, clock) => open(api, actualPort, clock),
    close: () => endServer(server),
  }
}

/** A gateway as `listen` makes it, for callers that have the connections or the requests. */
export function createGateway(
  invoke: Invoke,
  answerPage: AnswerPage,
  onAnswer: OnAnswer = () => {},
): GatewayServer {
  let dispatch = answerWhileStarting
  let servePage = whileStarting(answerPage)
  const answerApi = async (request: SentRequest) => {
    const answer = await dispatch(request)
    onAnswer(request, answer)
    return answer
  }
  // The limit on headers is the gateway's (431), not the parser's; so is the response to a missing Host. AWS keeps idle
  // connections for over a minute, so a client's pool must not meet a socket that has just been closed.
  const server = createServer({
    maxHeaderSize: 1024 * 1024,
    requireHostHeader: false,
    keepAliveTimeout: 75_000,
  })
  server.maxHeadersCount = 0
  server.on('clientError', refuseUnreadable)
  server.on('request', async (message, response) =>
    send(response, (await servePage(message)) ?? (await answerApi(message))),
  )
  return {
    server,
    answer: answerApi,
    open(api, port, clock = () => performance.now()) {
      dispatch = createDispatcher(api, port, invoke, clock)
      servePage = answerPage
    },
  }
}

const answerWhileStarting: ReturnType<typeof createDispatcher> = async () =>
  gatewayMessage(503, 'Service Unavailable')

function send(response: ServerResponse, { status, headers, body }: GatewayAnswer): void {
  try {
    for (const [name, value] of headers) response.appendHeader(name, value)
    // Not for an empty response to HEAD: its length would be that of the GET.
    const hasLength = body.length > 0 || response.req.method !== 'HEAD'
    if (hasLength && status !== 204 && status !== 304) response.setHeader('content-length', body.length)
    response.writeHead(status)
    response.end(body)
  } catch {
    // A header that HTTP does not allow.
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    send(response, gatewayMessage(500, 'Internal Server Error'))
  }
}

/** Responds to bytes that Node's parser cannot read, which never become a request. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const [status, reason] = isTooLarge ? [431, 'Request Header Fields Too Large'] : [400, 'Bad Request']
  const { body } = gatewayMessage(status, reason)
  const headers = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${headers}\r\n\r\n${body}`)
}

async function bind(server: Server, port: number): Promise<number> {
  try {
    return await listenOnLoopback(server, port)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(`Port ${port} is in use. Choose another one: PORT=${port + 1}`, { cause: error })
  }
}
