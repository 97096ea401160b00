import { Aws } from 'aws-cdk-lib'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { Settings } from '../settings/settings.ts'

/** The topic of the alarms, undefined if nobody wants to get them. */
export function alarmTopicOf(scope: Construct, { alarmEmail, alarmTopicArn }: Settings): ITopic | undefined {
  if (alarmTopicArn === undefined)
    return alarmEmail === undefined ? undefined : createTopic(scope, alarmEmail)
  const topic = Topic.fromTopicArn(scope, 'AlarmTopic', alarmTopicArn)
  if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail))
  return topic
}

function createTopic(scope: Construct, email: string): Topic {
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true })
  // The policy that refuses plain HTTP takes the place of the one that lets the account's own services publish.
  topic.grantPublish(
    new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  )
  topic.addSubscription(new EmailSubscription(email))
  return topic
}
