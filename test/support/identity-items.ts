import { UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { updateBusiness } from '../../lib/data/businesses.ts'
import { type Key, shopKey, tokenKey } from '../../lib/data/table/keys.ts'
import { tokenDigest } from '../../lib/domain/api-keys/token.ts'
import type { Business } from '../../lib/domain/business.ts'
import { tableName } from '../../lib/environment.ts'
import { tableClient } from './table-client.ts'

/** Writes one string attribute past every rule of the data layer. */
async function overwrite({ pk, sk }: Key, attribute: string, value: string): Promise<void> {
  await tableClient().send(
    new UpdateItemCommand({
      TableName: tableName(),
      Key: { pk: { S: pk }, sk: { S: sk } },
      UpdateExpression: 'SET #attribute = :value',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': { S: value } },
    }),
  )
}

export const suspend = ({ id }: Business) =>
  updateBusiness(id, (business) => ({ ...business, status: 'suspended' }))

export const revoke = (token: string) =>
  overwrite(tokenKey(tokenDigest(token)), 'revoked_at', new Date().toISOString())

/** Lets a name lead to a business that the data layer would refuse to call so. */
export const plantSlug = (slug: string, business: Business) =>
  overwrite(shopKey(slug), 'business_id', business.id)

/** Makes a key's end say something that is no time. */
export const corruptExpiry = (token: string) => overwrite(tokenKey(tokenDigest(token)), 'expires_at', 'soon')
