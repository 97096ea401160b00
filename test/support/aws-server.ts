import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call of an AWS service that speaks the query protocol, such as CloudFormation and STS. */
export interface AwsCall {
  /** Such as `GetTemplate`. */
  action: string
  parameters: Record<string, string>
}

/** The result in XML, or an error with its code. */
export type AwsReply = { xml: string } | { code: string; message: string; status?: number }

export interface AwsServer {
  endpoint: string
  /** The calls that came since it was started. */
  calls: AwsCall[]
  close(): void
}

/**
 * Stands for services of AWS.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/CommonErrors.html
 */
export async function awsServer(reply: (call: AwsCall) => AwsReply): Promise<AwsServer> {
  const calls: AwsCall[] = []
  const server = createServer(async (incoming, response) => {
    const { Action: action = '', ...parameters } = Object.fromEntries(
      new URLSearchParams(await textOf(incoming)),
    )
    calls.push({ action, parameters })
    const result = reply({ action, parameters })
    const isFault = 'code' in result
    const body = isFault
      ? `<ErrorResponse><Error><Type>Sender</Type><Code>${result.code}</Code><Message>${escaped(result.message)}</Message></Error><RequestId>1</RequestId></ErrorResponse>`
      : `<${action}Response><${action}Result>${result.xml}</${action}Result></${action}Response>`
    response.writeHead(isFault ? (result.status ?? 400) : 200, { 'content-type': 'text/xml' }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    calls,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const textOf = async (message: IncomingMessage) =>
  Buffer.concat(await Array.fromAsync(message as AsyncIterable<Buffer>)).toString()

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A stack that is not there, as CloudFormation says it. */
export const noStack = (name: string): AwsReply => ({
  code: 'ValidationError',
  message: `Stack with id ${name} does not exist`,
})
