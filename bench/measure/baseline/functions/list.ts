import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEventV2WithLambdaAuthorizer } from 'aws-lambda'

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))

/**
 * The list of products as one would write it by hand: a Query of whole products with the default SDK, without what
 * the public may not see. It compresses at the same levels as the real one.
 */
export async function handler(event: APIGatewayProxyEventV2WithLambdaAuthorizer<{ business_id: string }>) {
  const { category, limit, cursor } = event.queryStringParameters ?? {}
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: process.env.BASELINE_TABLE,
      IndexName: 'by-category',
      KeyConditionExpression: 'shelf = :shelf',
      ExpressionAttributeValues: {
        ':shelf': `BIZ#${event.requestContext.authorizer.lambda.business_id}#CATEGORY#${category}`,
      },
      Limit: Number(limit ?? 50),
      ExclusiveStartKey: cursor ? JSON.parse(Buffer.from(cursor, 'base64url').toString()) : undefined,
    }),
  )
  const data = Items.map(
    ({ pk, sk, shelf, by_position, status, sku, external_id, cost, metadata, version, ...product }) =>
      product,
  )
  const next_cursor = LastEvaluatedKey
    ? Buffer.from(JSON.stringify(LastEvaluatedKey)).toString('base64url')
    : null
  const body = JSON.stringify({ data, count: data.length, has_more: next_cursor !== null, next_cursor })
  return answer(body, event.headers['accept-encoding'] ?? '')
}

function answer(body: string, accepted: string) {
  const headers = { 'content-type': 'application/json', vary: 'accept-encoding' }
  const coding = ['br', 'gzip'].find((name) => accepted.includes(name))
  if (!coding) return { statusCode: 200, headers, body }
  const compressed =
    coding === 'gzip'
      ? gzipSync(body)
      : brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return {
    statusCode: 200,
    headers: { ...headers, 'content-encoding': coding },
    body: compressed.toString('base64'),
    isBase64Encoded: true,
  }
}
