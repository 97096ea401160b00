import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Resolve } from '../template/intrinsics.ts'
import { refuseOthers, resourcesOfType, type Template } from '../template/template.ts'

/** A queue as the template describes it. */
export interface QueueDefinition {
  name: string
  arn: string
  url: string
  /** as CreateQueue takes them */
  attributes: { [name: string]: string }
}

const ATTRIBUTES = ['DelaySeconds', 'MessageRetentionPeriod', 'RedrivePolicy', 'VisibilityTimeout']
// These change nothing about a message here: who encrypts it, and how the queue is called and labelled.
const WITHOUT_EFFECT = ['QueueName', 'SqsManagedSseEnabled', 'Tags']

/**
 * The queues of a template.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-sqs-queue.html
 *
 * Throws for a property that is not imitated, such as `FifoQueue`.
 */
export function readQueues(template: Template, resolve: Resolve): QueueDefinition[] {
  return resourcesOfType(template, 'AWS::SQS::Queue').map((resource) => {
    refuseOthers(resource, [...ATTRIBUTES, ...WITHOUT_EFFECT])
    const ofQueue = (name: string) => String(resolve({ 'Fn::GetAtt': [resource.logicalId, name] }))
    const attributes = ATTRIBUTES.flatMap((name): [string, string][] => {
      const value = resolve(resource.properties[name])
      return value === null ? [] : [[name, isJsonObject(value) ? JSON.stringify(value) : String(value)]]
    })
    return {
      name: ofQueue('QueueName'),
      arn: ofQueue('Arn'),
      url: ofQueue('QueueUrl'),
      attributes: Object.fromEntries(attributes),
    }
  })
}
