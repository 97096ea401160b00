import { ArnFormat, Stack } from 'aws-cdk-lib'
import { CfnApi, CfnAuthorizer, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { BASE_PATH } from '../routes.ts'

/** Requests per second and burst the gateway lets through in all; a setting of the deployment. */
export interface Throttle {
  rateLimit: number
  burstLimit: number
}

/** The HTTP API and its authorizer. Its CORS setting stays off: the functions make those headers themselves. */
export class Api extends Construct {
  private readonly api: CfnApi
  private readonly authorizer: CfnAuthorizer

  constructor(scope: Construct, id: string, props: { authorizer: IFunction; throttle: Throttle }) {
    super(scope, id)
    this.api = new CfnApi(this, 'Api', { name: 'storefront', protocolType: 'HTTP' })
    new CfnStage(this, 'Stage', {
      apiId: this.api.ref,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: {
        throttlingRateLimit: props.throttle.rateLimit,
        throttlingBurstLimit: props.throttle.burstLimit,
      },
    })
    this.authorizer = this.createAuthorizer(props.authorizer)
  }

  /** Where clients find the API. */
  get baseUrl(): string {
    return `${this.api.attrApiEndpoint}${BASE_PATH}`
  }

  /** Lets a function answer these route keys. Calls reach it only with a verdict unless `isOpen`. */
  addRoutes(
    id: string,
    target: IFunction,
    routeKeys: readonly string[],
    { isOpen }: { isOpen: boolean },
  ): void {
    const integration = new CfnIntegration(this, `${id}Integration`, {
      apiId: this.api.ref,
      integrationType: 'AWS_PROXY',
      integrationUri: target.functionArn,
      payloadFormatVersion: '2.0',
    })
    for (const routeKey of routeKeys)
      new CfnRoute(this, `Route ${routeKey.replaceAll('/', ' ')}`, {
        apiId: this.api.ref,
        routeKey,
        target: `integrations/${integration.ref}`,
        ...(!isOpen && { authorizationType: 'CUSTOM', authorizerId: this.authorizer.ref }),
      })
    this.allowInvocation(target, '*/*')
  }

  /**
   * No identity source: an HTTP API demands every listed one, and ours are alternatives. Hence no caching by the
   * gateway either: it would hand one caller's verdict to another. The authorizer remembers for itself.
   */
  private createAuthorizer(identify: IFunction): CfnAuthorizer {
    const { partition, region } = Stack.of(this)
    const authorizer = new CfnAuthorizer(this, 'Authorizer', {
      apiId: this.api.ref,
      name: 'identify',
      authorizerType: 'REQUEST',
      authorizerPayloadFormatVersion: '2.0',
      enableSimpleResponses: true,
      authorizerResultTtlInSeconds: 0,
      authorizerUri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${identify.functionArn}/invocations`,
    })
    this.allowInvocation(identify, `authorizers/${authorizer.ref}`)
    return authorizer
  }

  /** One permission per function, whatever the number of its routes: CloudFormation counts resources. */
  private allowInvocation(target: IFunction, path: string): void {
    target.addPermission('Gateway', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({
        service: 'execute-api',
        resource: this.api.ref,
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
        resourceName: path,
      }),
    })
  }
}
