import type { IncomingMessage } from 'node:http'

const JSON_1_0 = 'application/x-amz-json-1.0'

/** The headers of a call that engines read, to send the call on: with another body, or to another place. */
export const callHeaders = ({ headers }: IncomingMessage) => ({
  authorization: headers.authorization ?? '',
  'content-type': JSON_1_0,
  'x-amz-date': String(headers['x-amz-date']),
  'x-amz-target': String(headers['x-amz-target']),
})

/**
 * The headers of a call, such as `Scan`, that nobody has signed. Engines want an access key and a time, and check no
 * signature. `api` is `DynamoDBStreams_20120810` for the stream.
 */
export const unsignedCall = (action: string, api = 'DynamoDB_20120810') => ({
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0',
  'content-type': JSON_1_0,
  'x-amz-date': '20260101T000000Z',
  'x-amz-target': `${api}.${action}`,
})
