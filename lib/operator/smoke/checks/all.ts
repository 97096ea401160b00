import type { Group } from '../context.ts'
import { admin } from './admin.ts'
import { caching } from './caching.ts'
import { compression } from './compression.ts'
import { cors } from './cors.ts'
import { documentation } from './documentation.ts'
import { events } from './events.ts'
import { feeds } from './feeds.ts'
import { headers } from './headers.ts'
import { identification } from './identification.ts'
import { lists } from './lists.ts'
import { paths } from './paths.ts'
import { pictures } from './pictures.ts'
import { reachability } from './reachability.ts'
import { shopPage } from './shop-page.ts'
import { variants } from './variants.ts'
import { webhooks } from './webhooks.ts'
import { writes } from './writes.ts'

/** Every check, in the order in which they run. The last one looks at the responses of all others. */
export const GROUPS: readonly Group[] = [
  reachability,
  documentation,
  shopPage,
  ...identification,
  cors,
  caching,
  compression,
  ...lists,
  variants,
  feeds,
  paths,
  admin,
  events,
  writes,
  webhooks,
  pictures,
  headers,
]
