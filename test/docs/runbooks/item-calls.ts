import { DeleteItemCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import type { RunningStack } from '../../../lib/local/stack.ts'

async function withClient<T>(endpoint: string, work: (client: DynamoDBClient) => Promise<T>): Promise<T> {
  const client = new DynamoDBClient({ endpoint })
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}

type Place = { stack: RunningStack }
type Options = ReadonlyMap<string, string>
const table = (options: Options) => String(options.get('table-name'))
const json = (options: Options, name: string) => JSON.parse(String(options.get(name)))

/** The calls for single items, of any table in the engine. */
export const ITEM_CALLS = {
  'dynamodb get-item': {
    required: ['table-name', 'key'],
    run: (options: Options, { stack }: Place) =>
      withClient(stack.table.endpoint, async (client) => {
        const command = new GetItemCommand({ TableName: table(options), Key: json(options, 'key') })
        const { Item } = await client.send(command)
        return Item ? { Item } : {}
      }),
  },
  'dynamodb put-item': {
    required: ['table-name', 'item'],
    run: (options: Options, { stack }: Place) =>
      withClient(stack.table.endpoint, async (client) => {
        await client.send(new PutItemCommand({ TableName: table(options), Item: json(options, 'item') }))
        return {}
      }),
  },
  'dynamodb delete-item': {
    required: ['table-name', 'key'],
    run: (options: Options, { stack }: Place) =>
      withClient(stack.table.endpoint, async (client) => {
        await client.send(new DeleteItemCommand({ TableName: table(options), Key: json(options, 'key') }))
        return {}
      }),
  },
}
