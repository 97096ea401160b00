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

/** How many functions can run at once in the account and the region of the environment. The client is loaded only here. */
export async function readConcurrency(): Promise<number> {
  const { GetAccountSettingsCommand, LambdaClient } = await import('@aws-sdk/client-lambda')
  const client = new LambdaClient()
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand())
    return AccountLimit?.ConcurrentExecutions ?? 0
  } finally {
    client.destroy()
  }
}
