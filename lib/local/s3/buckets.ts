import type { Resolve } from '../template/intrinsics.ts'
import { refuseOthers, resourcesOfType, type Template } from '../template/template.ts'

// Nothing of these shows in a request here: who encrypts an object, and that the public is kept out, as the proxy does.
const WITHOUT_EFFECT = ['BucketEncryption', 'PublicAccessBlockConfiguration', 'Tags']

/** The names of the buckets of a template. Throws for a property that is not imitated, such as a lifecycle. */
export const readBuckets = (template: Template, resolve: Resolve): string[] =>
  resourcesOfType(template, 'AWS::S3::Bucket').map((resource) => {
    refuseOthers(resource, WITHOUT_EFFECT)
    return String(resolve({ Ref: resource.logicalId }))
  })
