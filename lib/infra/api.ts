import { Stack } from 'aws-cdk-lib'
import { CfnApi, CfnAuthorizer, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { BASE_PATH } from '../api/route.ts'
import type { kindOf } from './function-kind.ts'
import type { Throttle } from './route-keys.ts'
import type { Settings } from './settings/settings.ts'

export interface ApiProps {
  name: string
  authorizer: IFunction
  accessLog: CfnStage.AccessLogSettingsProperty
  settings: Settings
}

type RoleKind = ReturnType<typeof kindOf>

/** A role of the gateway, and the statement of its policy that names the functions. */
interface GatewayRole {
  role: Role
  invocations: PolicyStatement
}

/** Route keys that one function serves. */
export interface ServedRoutes {
  /** The kind of the function. */
  kind: RoleKind
  routeKeys: readonly string[]
  /** True if requests reach it without a verdict of the authorizer. */
  isOpen: boolean
}

/** The HTTP API and its authorizer. Its CORS setting stays off: the functions make those headers themselves. */
export class Api extends Construct {
  private readonly api: CfnApi
  private readonly stage: CfnStage
  /** The roles under which the gateway invokes functions: one has no room for all of them. */
  private readonly roles: Record<RoleKind, GatewayRole>
  private readonly authorizer: CfnAuthorizer
  private readonly routes = new Map<string, CfnRoute>()
  private readonly settings: Settings

  constructor(scope: Construct, id: string, { name, authorizer, accessLog, settings }: ApiProps) {
    super(scope, id)
    this.settings = settings
    this.api = new CfnApi(this, 'Api', { name, protocolType: 'HTTP' })
    this.stage = new CfnStage(this, 'Stage', {
      apiId: this.api.ref,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: accessLog,
      // The limits of a route outlive it, and with them no later update of the stage passes: so as few routes as possible
      // have limits of their own (docs/decisions/0072).
      defaultRouteSettings: {
        throttlingRateLimit: settings.adminRequestsPerSecond,
        throttlingBurstLimit: settings.adminRequestBurst,
      },
    })
    this.roles = { public: this.createRole(keptReadyIn(settings)), admin: this.createRole('Admin') }
    this.authorizer = this.createAuthorizer(authorizer)
  }

  get apiId(): string {
    return this.api.ref
  }

  get stageName(): string {
    return this.stage.ref
  }

  /** The address of the API for clients, without a custom domain. */
  get endpoint(): string {
    return this.api.attrApiEndpoint
  }

  /** Lets a function serve these route keys. */
  addRoutes(id: string, target: IFunction, { kind, routeKeys, isOpen }: ServedRoutes): void {
    const { role, invocations } = this.roles[kind]
    invocations.addResources(target.functionArn)
    const integration = new CfnIntegration(this, `${id}Integration`, {
      apiId: this.api.ref,
      integrationType: 'AWS_PROXY',
      integrationUri: target.functionArn,
      credentialsArn: role.roleArn,
      payloadFormatVersion: '2.0',
    })
    for (const routeKey of routeKeys) {
      const route = new CfnRoute(this, `Route ${routeKey.replaceAll('/', ' ')}`, {
        apiId: this.api.ref,
        routeKey,
        target: `integrations/${integration.ref}`,
        ...(!isOpen && { authorizationType: 'CUSTOM', authorizerId: this.authorizer.ref }),
      })
      this.routes.set(routeKey, route)
    }
  }

  /**
   * Gives a route that was added limits of its own. The stage is made after every route that it names: API Gateway refuses
   * one that does not exist. The CDK hands these members on as they are, so they are spelled as CloudFormation does.
   */
  limit(routeKey: string, throttle: Throttle): void {
    const { settings } = this
    const route = this.routes.get(routeKey)
    if (!route) throw new Error(`the API has no route ${routeKey}`)
    const [perSecond, burst] =
      throttle === 'public'
        ? [settings.requestsPerSecond, settings.requestBurst]
        : [settings[`${throttle}RequestsPerSecond`], settings[`${throttle}RequestBurst`]]
    this.stage.routeSettings = {
      ...this.stage.routeSettings,
      [routeKey]: { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst },
    }
    this.stage.node.addDependency(route)
  }

  /**
   * No identity source: an HTTP API demands every listed one, and ours are alternatives. Hence no caching by the
   * gateway either: it would hand one caller's verdict to another. The authorizer remembers for itself.
   */
  private createAuthorizer(identify: IFunction): CfnAuthorizer {
    const { partition, region } = Stack.of(this)
    const { role, invocations } = this.roles.public
    invocations.addResources(identify.functionArn)
    return new CfnAuthorizer(this, 'Authorizer', {
      apiId: this.api.ref,
      name: 'identify',
      authorizerType: 'REQUEST',
      authorizerPayloadFormatVersion: '2.0',
      enableSimpleResponses: true,
      authorizerResultTtlInSeconds: 0,
      // Written down: tools that deploy a template elsewhere take `Authorization` where it is missing.
      identitySource: [],
      authorizerCredentialsArn: role.roleArn,
      authorizerUri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${identify.functionArn}/invocations`,
    })
  }

  /**
   * The gateway invokes functions under this role, which names each of them. A permission for each function would be a resource
   * for each (docs/decisions/0053).
   */
  private createRole(name: string): GatewayRole {
    const invocations = new PolicyStatement({ actions: ['lambda:InvokeFunction'] })
    const role = new Role(this, `Role${name}`, {
      // No condition on the account: API Gateway was seen to name none when it takes a role for an integration.
      // https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/pull/479
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Invoke: new PolicyDocument({ statements: [invocations] }) },
    })
    return { role, invocations }
  }
}

/**
 * The kinds that are kept ready, in the name of their role. With other ones the gateway invokes other ARNs. CloudFormation
 * changes a role before its integrations, and requests would fail in between: so there the role is a new one, and the former
 * one is deleted last.
 */
const keptReadyIn = ({ provisionedConcurrency }: Settings) =>
  Object.keys(provisionedConcurrency).sort().join('')

/** The base URL of an API on this origin. */
export const baseUrlOn = (origin: string) => `${origin}${BASE_PATH}`
