import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import type { APIGatewayProxyEventV2WithLambdaAuthorizer } from 'aws-lambda'

const client = new DynamoDBClient({})

/** The default SDK's Query of the same products, and nothing around it. */
export async function handler(event: APIGatewayProxyEventV2WithLambdaAuthorizer<{ business_id: string }>) {
  const { category, limit } = event.queryStringParameters ?? {}
  const shelf = `BIZ#${event.requestContext.authorizer.lambda.business_id}#CATEGORY#${category}`
  const { Count } = await client.send(
    new QueryCommand({
      TableName: process.env.BASELINE_TABLE,
      IndexName: 'by-category',
      KeyConditionExpression: 'shelf = :shelf',
      ExpressionAttributeValues: { ':shelf': { S: shelf } },
      Limit: Number(limit),
    }),
  )
  return { statusCode: Count === Number(limit) ? 200 : 500 }
}
