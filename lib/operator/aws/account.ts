/** The id of the AWS account whose credentials this process has. The client is loaded only here. */
export async function accountId(): Promise<string> {
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts')
  const client = new STSClient()
  try {
    return (await client.send(new GetCallerIdentityCommand())).Account ?? ''
  } finally {
    client.destroy()
  }
}
