import type { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2'

/** The only stage of the API. */
const STAGE = '$default'

/** The keys of the routes for which the deployed stage has limits of their own, whether these routes exist or not. */
export const limitedRouteKeys = (apiId: string): Promise<string[]> =>
  withClient(async (client, { GetStageCommand }) => {
    const stage = await client.send(new GetStageCommand({ ApiId: apiId, StageName: STAGE }))
    return Object.keys(stage.RouteSettings ?? {})
  })

/** Removes a route's own limits from the deployed stage. A key that the stage does not have is an error of AWS. */
export const removeLimits = (apiId: string, routeKey: string): Promise<void> =>
  withClient(async (client, { DeleteRouteSettingsCommand }) => {
    await client.send(new DeleteRouteSettingsCommand({ ApiId: apiId, StageName: STAGE, RouteKey: routeKey }))
  })

/** The client is loaded only here. */
async function withClient<T>(
  work: (client: ApiGatewayV2Client, sdk: typeof import('@aws-sdk/client-apigatewayv2')) => Promise<T>,
): Promise<T> {
  const sdk = await import('@aws-sdk/client-apigatewayv2')
  const client = new sdk.ApiGatewayV2Client()
  try {
    return await work(client, sdk)
  } finally {
    client.destroy()
  }
}
