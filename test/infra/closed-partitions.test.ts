/** The roles of the template, as the local stack enforces them, at the partitions of indexes that few functions may read. */
import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import * as keys from '../../lib/data/table/keys.ts'
import { INDEXES, type IndexName } from '../../lib/data/table/schema.ts'
import { createJudge } from '../../lib/local/permissions/judge.ts'
import { partitionKeysOf } from '../../lib/local/permissions/leading-keys.ts'
import { tableDemand } from '../../lib/local/permissions/table-demand.ts'
import { readStack } from '../../lib/local/stack-definition.ts'

const { roles, table, functions } = await readStack(inject('assemblyDir'), {
  apiEndpoint: 'http://localhost',
  queueEndpoint: 'http://localhost',
  environment: {},
})
const partitionKeys = new Map(partitionKeysOf(table))
const judge = createJudge()
judge.admit(roles)

/** The functions that may query an index for a partition, by their files. */
const readersOf = (index: IndexName, partition: string): string[] =>
  functions
    .filter(({ logicalId }) => {
      const query = {
        TableName: String(table.create.TableName),
        IndexName: index,
        KeyConditionExpression: '#partition = :partition',
        ExpressionAttributeNames: { '#partition': INDEXES[index].partition },
        ExpressionAttributeValues: { ':partition': { S: partition } },
      }
      const credential = `AWS4-HMAC-SHA256 Credential=${logicalId}/20260101/local/dynamodb/aws4_request`
      return !judge.refusalOf(credential, tableDemand('DynamoDB_20120810.Query', query, partitionKeys))
    })
    .map(({ logicalId }) => logicalId.replace(/Function[0-9A-F]{8}$/, ''))

const BUSINESS = randomUUID()

test('the clock alone finds what is due of all businesses, and the sweep the imports under way', () => {
  expect(readersOf('store-created', keys.duePartition(2))).toEqual(['DueRun'])
  expect(readersOf('store-created', keys.runningImportsPartition(2))).toEqual(['WebhooksSweep'])
  expect(readersOf('store-created', keys.storePartition(BUSINESS)).length).toBeGreaterThan(5)
})

test('no function of public reads finds what is due of one business, and the lists of products stay open', () => {
  const readers = readersOf('shelf-created', keys.ownDuePartition(BUSINESS))
  expect(readers.filter((name) => !name.startsWith('Admin'))).toEqual(['ImportsRun'])
  expect(readersOf('shelf-created', keys.shelfPartition(BUSINESS, 'tea'))).toContain('ProductsList')
})
