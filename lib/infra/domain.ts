import { CfnOutput } from 'aws-cdk-lib'
import { CfnApiMapping, CfnDomainName } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import type { Api } from './api.ts'

/** The API under a domain name of the customer's, at its root. The outputs say what a DNS record needs. */
export function createDomain(scope: Construct, api: Api, domainName: string, certificateArn: string): void {
  const domain = new CfnDomainName(scope, 'Domain', {
    domainName,
    domainNameConfigurations: [{ certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' }],
  })
  new CfnApiMapping(scope, 'DomainMapping', {
    apiId: api.apiId,
    domainName: domain.ref,
    stage: api.stageName,
  })
  new CfnOutput(scope, 'DomainTarget', {
    value: domain.attrRegionalDomainName,
    description: `Where a CNAME or alias record of ${domainName} must lead`,
  })
  new CfnOutput(scope, 'DomainHostedZoneId', {
    value: domain.attrRegionalHostedZoneId,
    description: 'The hosted zone of that target, for an alias record of Route 53',
  })
}
