/**
 * What a role needs of a customer's key to read and to write a table that is encrypted with it; DynamoDB uses the key in
 * the name of whoever calls it. These are what `grantReadData` and `grantWriteData` of the CDK add (aws-dynamodb/lib/perms),
 * their wildcards written out.
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
