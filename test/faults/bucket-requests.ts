import { listRenditions } from '../../lib/data/media/rendition-store.ts'
import { RENDITION_NAMES } from '../../lib/domain/media.ts'
import { callRoute } from './caller.ts'
import { MEDIA } from './media-scenarios.ts'
import { prepare } from './scenarios.ts'

/** A request that writes to the bucket, in a business of its own. */
export interface BucketRequest {
  /** Makes it, or makes it again. Returns the status. */
  send: () => Promise<number>
  /** The renditions of the business. */
  stored: () => Promise<string[]>
}

/** Every request that writes to the bucket, the status of one that succeeds, and the renditions behind it. */
export const BUCKET_REQUESTS = MEDIA.map((scenario) => {
  const isUpload = scenario.route.startsWith('POST')
  return {
    route: scenario.route,
    done: isUpload ? 201 : 204,
    left: isUpload ? [...RENDITION_NAMES].sort() : [],
    async prepared(): Promise<BucketRequest> {
      const ready = await prepare(scenario)
      return {
        send: async () => (await callRoute(scenario.route, ready)).status,
        async stored() {
          const pages = await Array.fromAsync(listRenditions(ready.business.id))
          return pages
            .flat()
            .map(({ name }) => name)
            .sort()
        },
      }
    },
  }
})
