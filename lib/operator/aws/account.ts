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

/** The account and region that the environment leads to, in words. */
export async function describePlace(): Promise<string> {
  const { STSClient } = await import('@aws-sdk/client-sts')
  return `account ${await accountId()}, region ${await new STSClient().config.region()}`
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
