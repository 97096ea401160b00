/**
 * The KMS actions that a role needs to read and to write a table encrypted with a customer managed key: DynamoDB uses
 * the key in the name of its caller. `grantReadData` and `grantWriteData` of the CDK add the same
 * (aws-dynamodb/lib/perms), with wildcards, which are written out here.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
 */
const TO_READ = ['kms:Decrypt', 'kms:DescribeKey']

export const KEY_ACTIONS = {
  read: TO_READ,
  write: [
    ...TO_READ,
    'kms:Encrypt',
    'kms:ReEncryptFrom',
    'kms:ReEncryptTo',
    'kms:GenerateDataKey',
    'kms:GenerateDataKeyPair',
    'kms:GenerateDataKeyPairWithoutPlaintext',
    'kms:GenerateDataKeyWithoutPlaintext',
  ],
}
