/** A type of resources that keep something which a new resource of the same name would not have. */
export interface StatefulType {
  /** The resource in a sentence. */
  name: string
  /** The loss if it is deleted or replaced, in a sentence. */
  loss: string
  /**
   * Its properties whose change makes CloudFormation create another resource: `createOnlyProperties` of the type's
   * schema. https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html
   */
  replacedBy: readonly string[]
  /** Its properties whose change makes the update fail. */
  fixed?: readonly string[]
  /** True for an address, which keeps no data: a person can want to give it up. */
  isAddress?: boolean
  /** The steps if a later update makes the resource again, in a clause. */
  again?: string
  /** Its properties whose change, in place, moves the address. */
  movedBy?: readonly string[]
}

const TABLE = { name: 'the table', loss: 'the data of all businesses' }

/**
 * Every type that must not be replaced or lost, with the page that says how its properties are updated. The lists are
 * those of the schemas in github.com/aws-cloudformation/cfn-lint, src/cfnlint/data/schemas/providers/us_east_1.
 */
export const STATEFUL: Readonly<Record<string, StatefulType>> = {
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html
  // KeySchema, which is one of them, is compared in table-faults.ts, with the types of its attributes.
  'AWS::DynamoDB::GlobalTable': { ...TABLE, replacedBy: ['TableName', 'LocalSecondaryIndexes'] },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html
  'AWS::DynamoDB::Table': {
    ...TABLE,
    replacedBy: ['TableName', 'LocalSecondaryIndexes', 'ImportSourceSpecification'],
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-api.html
  'AWS::ApiGatewayV2::Api': {
    name: 'the API',
    loss: 'its address (BaseUrl), which every client uses',
    replacedBy: ['ProtocolType'],
    isAddress: true,
    movedBy: ['DisableExecuteApiEndpoint'],
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-stage.html
  'AWS::ApiGatewayV2::Stage': {
    name: 'the stage of the API',
    loss: 'the address that clients use',
    replacedBy: ['ApiId', 'StageName'],
    isAddress: true,
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-apimapping.html
  'AWS::ApiGatewayV2::ApiMapping': {
    name: 'the mapping of the domain name',
    loss: 'the address that clients use',
    replacedBy: ['DomainName'],
    isAddress: true,
    movedBy: ['ApiMappingKey', 'Stage'],
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-route53-recordset.html
  'AWS::Route53::RecordSet': {
    name: 'the DNS record',
    loss: 'the address that clients use',
    replacedBy: ['HostedZoneId', 'HostedZoneName', 'Name'],
    isAddress: true,
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-kms-key.html
  'AWS::KMS::Key': {
    name: 'the key',
    loss: 'the only way to read the data that it encrypted',
    replacedBy: [],
    fixed: ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-domainname.html
  'AWS::ApiGatewayV2::DomainName': {
    name: 'the domain name',
    loss: 'the address that clients use',
    replacedBy: ['DomainName'],
    isAddress: true,
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudfront-distribution.html
  'AWS::CloudFront::Distribution': {
    name: 'the distribution',
    loss: 'its address (EdgeUrl), which shops use',
    replacedBy: [],
    isAddress: true,
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-s3-bucket.html
  'AWS::S3::Bucket': {
    name: 'the bucket',
    loss: 'its objects',
    replacedBy: ['BucketName', 'ObjectLockEnabled'],
    again:
      'a bucket that a later update makes is empty: copy this one into it before any reindex (docs/media.md, "Turn it off")',
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-secretsmanager-secret.html
  'AWS::SecretsManager::Secret': { name: 'the secret', loss: 'its value', replacedBy: ['Name'] },
}
