import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

const clients = new Map<string | undefined, DynamoDBDocumentClient>()

/** A client of the table that this file of tests uses, past the clients of the code under test. */
export function tableClient(): DynamoDBDocumentClient {
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB
  const client = clients.get(endpoint) ?? DynamoDBDocumentClient.from(new DynamoDBClient({}))
  clients.set(endpoint, client)
  return client
}
