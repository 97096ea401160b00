import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Resolve } from './intrinsics.ts'
import type { Json, JsonObject } from './json.ts'
import { onlyResource, refuseProperties, resourcesOfType, type Template } from './template.ts'

const TABLE = 'AWS::DynamoDB::GlobalTable'

/** The table as the template describes it. */
export interface TableDefinition {
  create: CreateTableCommandInput & { TableName: string }
  /** The attribute whose time, in epoch seconds, ends an item. */
  timeToLiveAttribute: string | undefined
}

/**
 * The template's one `AWS::DynamoDB::GlobalTable` as a CreateTable request.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html
 *
 * Keys, indexes, stream and time to live are taken over. Backups, encryption, alarms and throughput have no meaning on
 * this machine.
 */
export function readTable(template: Template, resolve: Resolve): TableDefinition {
  if (resourcesOfType(template, TABLE).length === 0)
    throw new Error(
      'This stage works on a table that exists (tableArn). It runs in AWS only: use another stage here.',
    )
  const resource = onlyResource(template, TABLE)
  refuseProperties(resource, ['GlobalTableWitnesses'])
  const properties = resolve(resource.properties)
  if (!isJsonObject(properties)) throw new Error(`${resource.logicalId} has no properties`)
  const { GlobalSecondaryIndexes, LocalSecondaryIndexes, StreamSpecification, TimeToLiveSpecification } =
    properties
  const timeToLive = isJsonObject(TimeToLiveSpecification) ? TimeToLiveSpecification : undefined
  const request: JsonObject = {
    TableName: String(resolve({ Ref: resource.logicalId })),
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: properties.AttributeDefinitions ?? [],
    KeySchema: properties.KeySchema ?? [],
    ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes: indexes(GlobalSecondaryIndexes) }),
    ...(LocalSecondaryIndexes && { LocalSecondaryIndexes: indexes(LocalSecondaryIndexes) }),
    ...(isJsonObject(StreamSpecification) && {
      StreamSpecification: {
        StreamEnabled: true,
        StreamViewType: StreamSpecification.StreamViewType ?? null,
      },
    }),
  }
  return {
    // CloudFormation's names are CreateTable's own, so the value has the request's shape by construction;
    // The engine checks it.
    create: request as unknown as TableDefinition['create'],
    timeToLiveAttribute: timeToLive?.Enabled === true ? String(timeToLive.AttributeName) : undefined,
  }
}

function indexes(list: Json): Json[] {
  return (Array.isArray(list) ? list : [])
    .filter((entry) => isJsonObject(entry))
    .map(({ IndexName, KeySchema, Projection }) => ({
      IndexName: IndexName ?? null,
      KeySchema: KeySchema ?? [],
      Projection: Projection ?? null,
    }))
}
