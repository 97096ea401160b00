import { CfnOutput, Duration, Fn } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  type BehaviorOptions,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { Construct } from 'constructs'
import { DEFAULT_DOCUMENTATION_URL } from '../../environment.ts'
import { baseUrlOn } from '../api.ts'
import type { EdgeSettings } from '../settings/settings.ts'
import { createCachePolicy, createOriginRequestPolicy } from './policies.ts'
import { viewerFunctionCode } from './viewer-function.ts'

/**
 * Every status whose caching as an error can be set; the default is 10 s. CloudFront refuses any other in this place, and
 * does not keep 401 and 429.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

interface EdgeProps extends EdgeSettings {
  /** The API's own address, the origin of this one. */
  baseUrl: string
  documentationUrl: string | undefined
}

/**
 * CloudFront in front of the public reads, which it serves without a key. Another part can add a path of its own with
 * `distribution.addBehavior`.
 */
export class Edge extends Construct {
  readonly distribution: Distribution
  /** The API for shops; every path is relative to it. */
  readonly url: string
  /** The address without a path, such as `https://shop-api.example.com`. */
  readonly origin: string

  constructor(scope: Construct, id: string, { domain, certificateArn, webAclArn, ...api }: EdgeProps) {
    super(scope, id)
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Storefront: public reads',
      defaultBehavior: this.publicReads(api),
      errorResponses: ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain &&
        certificateArn && {
          domainNames: [domain],
          minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
        }),
      ...(webAclArn && { webAclId: webAclArn }),
    })
    this.origin = `https://${domain ?? this.distribution.domainName}`
    this.url = baseUrlOn(this.origin)
    if (domain)
      new CfnOutput(scope, 'EdgeTarget', {
        value: this.distribution.domainName,
        description: `Where a CNAME or alias record of ${domain} must lead`,
      })
  }

  /** No compression here: it would weaken the ETags, and the API compresses, each coding with an ETag of its own. */
  private publicReads({ baseUrl, documentationUrl = DEFAULT_DOCUMENTATION_URL }: EdgeProps): BehaviorOptions {
    const refusal = new EdgeFunction(this, 'ViewerFunction', {
      code: FunctionCode.fromInline(viewerFunctionCode({ baseUrl, documentationUrl })),
      runtime: FunctionRuntime.JS_2_0,
      comment: 'Refuses requests with an API key',
    })
    return {
      origin: new HttpOrigin(Fn.select(2, Fn.split('/', baseUrl)), {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: createCachePolicy(this),
      originRequestPolicy: createOriginRequestPolicy(this),
      compress: false,
      functionAssociations: [{ function: refusal, eventType: FunctionEventType.VIEWER_REQUEST }],
    }
  }
}
