import { tmpdir } from 'node:os'
import { TableUnavailable } from '../../data/table/calls/table-fault.ts'

/** Something a person can put right. Its message is one line and is all that is shown. */
export class Failure extends Error {
  override name = 'Failure'
}

/** The messages for wrong settings, by error name: what is wrong, and what to do. */
const SETTINGS: Record<string, string> = {
  ResourceNotFoundException:
    'this region, or the local stack, has no such table: check --table and the region',
  CredentialsProviderError:
    'no AWS credentials were found: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  TokenProviderError: 'the AWS session has ended: sign in again',
  UnrecognizedClientException: 'AWS does not know these credentials: check AWS_PROFILE or the access key',
  InvalidSignatureException: 'AWS does not accept these credentials: check the secret access key',
  ExpiredTokenException: 'the AWS credentials have expired: sign in again',
  AccessDeniedException: 'these AWS credentials are not allowed to use the table',
  // CloudFormation and STS have other names for the same.
  InvalidClientTokenId: 'AWS does not know these credentials: check AWS_PROFILE or the access key',
  SignatureDoesNotMatch: 'AWS does not accept these credentials: check the secret access key',
  ExpiredToken: 'the AWS credentials have expired: sign in again',
  AccessDenied: 'these AWS credentials are not allowed to read the stack',
  RequestExpired: 'AWS refuses the time of this request: check the clock of this machine',
}

/** AWS names the action in most of its denials. */
const DENIED_ACTION = /is not authorized to perform: ([\w-]+:\w+)/

/** True for a login of IAM Identity Center that is missing or has expired: for the SDK it is one of many missing credentials. */
const isSignedOut = ({ name, message }: Error) =>
  name === 'CredentialsProviderError' && message.includes('aws sso login')

/** The codes of a host that is not known or not reachable. */
const UNREACHABLE = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']

/** An error of an AWS client after its own tries, which all have `$metadata`; undefined if another try would not help. */
function explainOutage(error: Error): string | undefined {
  if (!('$metadata' in error)) return undefined
  if ('code' in error && UNREACHABLE.includes(String(error.code)))
    return `AWS cannot be reached (${error.message}): check the region and the network`
  const { httpStatusCode = 0 } = Object(error.$metadata)
  const isTemporary =
    httpStatusCode >= 500 || /Timeout|Throttl|TooManyRequests|RequestLimitExceeded/.test(error.name)
  return isTemporary
    ? `AWS returned an error (${error.name}: ${error.message}): run the same command again`
    : undefined
}

/** True for SQLITE_FULL, and for SQLITE_IOERR with whatever it adds. https://www.sqlite.org/rescode.html */
const isOutOfSpace = (errcode: number) => [10, 13].includes(errcode & 0xff)

/** The one line for an expected failure, or undefined for a bug. */
function explain(error: unknown): string | undefined {
  if (error instanceof Failure) return error.message
  if (error instanceof TableUnavailable)
    return 'DynamoDB does not respond; everything written so far stays, and you can run the same command again'
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && isOutOfSpace(Number(error.errcode)))
    return `there is no room for working files in ${tmpdir()}: free some, or set TMPDIR to another folder`
  if (/^Region (is missing|not accepted: region="")/.test(error.message))
    return 'no AWS region was found: set AWS_REGION or AWS_PROFILE'
  const [, action] = DENIED_ACTION.exec(error.message) ?? []
  if (action !== undefined && error.name.startsWith('AccessDenied'))
    return `these AWS credentials are not allowed ${action}`
  return SETTINGS[isSignedOut(error) ? 'TokenProviderError' : error.name] ?? explainOutage(error)
}

/** True for a bug, and for data that this program cannot read: no setting of the command and no try later is the remedy. */
export const isUnexplained = (error: unknown): boolean => explain(error) === undefined

/** The line on stderr for any error. For a bug it says how to see the place in the code, which `debug` adds to it. */
export function errorLine(error: unknown, debug: boolean): string {
  const stack = debug && error instanceof Error ? `\n${error.stack}` : ''
  const line = explain(error)
  if (line !== undefined) return `error: ${line.replace(/\s*\n\s*/g, ' ')}${stack}`
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return `error: ${message.replace(/\s*\n\s*/g, ' ')}${stack || ' (unexpected; run it again with --debug to see the place in the code)'}`
}

/** A key of the table on one line of a terminal, whole, so that it can be looked up. */
export const shownWhole = (key: string) => JSON.stringify(key).replace(/\p{C}/gu, '�')
