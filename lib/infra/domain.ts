import { CfnOutput } from 'aws-cdk-lib'
import { CfnApiMapping, CfnDomainName } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53'
import type { Construct } from 'constructs'
import type { Api } from './api.ts'

/** A domain name of the customer's, with its certificate. */
interface Domain {
  domainName: string
  certificateArn: string
  /** The zone in which the name gets its record. */
  hostedZoneId: string | undefined
}

/** The API under a domain name, at its root. The outputs say what a DNS record needs that is not made here. */
export function createDomain(
  scope: Construct,
  api: Api,
  { domainName, certificateArn, hostedZoneId }: Domain,
): void {
  const domain = new CfnDomainName(scope, 'Domain', {
    domainName,
    domainNameConfigurations: [{ certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' }],
  })
  new CfnApiMapping(scope, 'DomainMapping', {
    apiId: api.apiId,
    domainName: domain.ref,
    stage: api.stageName,
  })
  if (hostedZoneId !== undefined)
    new CfnRecordSet(scope, 'DomainRecord', {
      hostedZoneId,
      name: domainName,
      type: 'A',
      aliasTarget: { dnsName: domain.attrRegionalDomainName, hostedZoneId: domain.attrRegionalHostedZoneId },
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
