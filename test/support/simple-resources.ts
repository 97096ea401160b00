import { updateCategory } from '../../lib/data/categories.ts'
import type { Business } from '../../lib/domain/business.ts'
import { RECORDS, type ResourceType } from '../../lib/domain/resources.ts'
import { makeCategory } from './shop.ts'

/** Those that the API creates, changes and deletes by their id alone, as most are. */
export type SimpleType = Exclude<
  ResourceType,
  'product' | 'business' | 'api_key' | 'webhook' | 'inventory' | 'schedule' | 'import' | 'media'
>

/** The facts about such a resource for the tests that go through every write. */
export interface SimpleResource {
  type: SimpleType
  /** The path of the request that creates it. */
  path: `/admin/${string}`
  /** The body of a new one with every member that can be left out of another, but for its id. */
  body: { name: string; [member: string]: unknown }
  /** A merge patch that changes it. */
  patch: Record<string, unknown>
  /** Makes one of version 2 under the id `old`, as the API would. */
  makeOld: (business: Business) => Promise<unknown>
}

const SAMPLES: Record<SimpleType, Pick<SimpleResource, 'body' | 'patch' | 'makeOld'>> = {
  category: {
    body: { name: 'Cups', image: { url: 'https://images.example/' }, metadata: { a: 'b' } },
    patch: { position: 3, image: null, metadata: { a: 'c' } },
    async makeOld(business) {
      const { id } = await makeCategory(business, { id: 'old' })
      await updateCategory(business.id, id, (category) => ({ ...category, position: 1 }))
    },
  },
}

const isSimple = (type: ResourceType): type is SimpleType => type in SAMPLES

export const SIMPLE_RESOURCES: readonly SimpleResource[] = RECORDS.flatMap(({ type, scope }) =>
  isSimple(type) ? [{ type, path: `/admin/${scope}` as const, ...SAMPLES[type] }] : [],
)

/** The simple resource of a path of the API, if it is one's. */
export const simpleResourceOf = (path: string) =>
  SIMPLE_RESOURCES.find((resource) => path === resource.path || path.startsWith(`${resource.path}/`))
