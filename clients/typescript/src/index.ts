export type { paths } from './api.ts'
export type { EventFeed, FollowOptions } from './follow.ts'
export type { Medium, UploadOptions, UploadPicture } from './media.ts'
export type { EachItem, ListPath, PageOf, QueryOf } from './pages.ts'
export { isProblem, StorefrontError, unwrap } from './problem.ts'
export type * from './resources.ts'
export type { RetryOptions } from './retry.ts'
export type { SearchPage, SearchProducts } from './search.ts'
export { createStorefront, type Storefront, type StorefrontOptions } from './storefront.ts'
export type {
  MergeOptions,
  PartialSyncProduct,
  SyncOptions,
  SyncProblem,
  SyncProgress,
  SyncReport,
  WholeSyncProduct,
} from './sync/syncing.ts'
