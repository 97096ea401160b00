/**
 * THE route table: what the API offers, which function serves it, who may call it and what that function is allowed
 * to do to the table. The stack, the authorizer, the 404/405 responses and the tests are all made from it. Data only, one
 * file of `routes/` for each area.
 */
import {
  type BackgroundFunction,
  type FunctionNeeds,
  type PlainRoute,
  type Route,
  SHOP_PATH,
} from './route.ts'
import { ACCESS, type Access } from './routes/access.ts'
import { API_KEY_ROUTES } from './routes/api-keys.ts'
import { CATALOGUE_ROUTES } from './routes/catalogue.ts'
import { EVENT_ROUTES } from './routes/events.ts'
import { IMPORT_ROUTES } from './routes/imports.ts'
import { INVENTORY_ROUTES } from './routes/inventory.ts'
import { MEDIA_ROUTES } from './routes/media.ts'
import { PUBLIC_ROUTES } from './routes/public.ts'

const AREAS = [
  PUBLIC_ROUTES,
  CATALOGUE_ROUTES,
  INVENTORY_ROUTES,
  IMPORT_ROUTES,
  MEDIA_ROUTES,
  API_KEY_ROUTES,
  EVENT_ROUTES,
] as const

type Named<R> = R extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Method} ${Path}`
  : never

/** A route without an entry does not compile. */
const RIGHTS: Readonly<Record<Named<(typeof AREAS)[number][number]>, Access>> = ACCESS

const accessTo = ({ method, path }: PlainRoute): Access => {
  const entry = Object.entries(RIGHTS).find(([name]) => name === `${method} ${path}`)
  if (!entry) throw new Error(`lib/api/routes/access.ts has no ${method} ${path}`)
  return entry[1]
}

export const ROUTES = AREAS.flat().map((route) => ({
  ...route,
  access: accessTo(route),
})) satisfies readonly Route[]

/** Runs before every function whose route needs an identification. */
export const AUTHORIZER = {
  function: 'authorizer',
  table: { actions: ['GetItem'] },
} as const satisfies FunctionNeeds

/** Serves pages for people, which the description leaves out: the documentation, and shops. Has no authorizer. */
export const DOCUMENTATION = {
  function: 'docs/get',
  paths: ['/docs', '/docs/{page}', SHOP_PATH],
  table: {},
} as const satisfies FunctionNeeds & { paths: readonly string[] }

/** Serves requests that match no route: 404, 405, and the preflight of `OPTIONS`. Has no authorizer. */
export const UNMATCHED = { function: 'unmatched', table: {} } as const satisfies FunctionNeeds

/** Delivers events to webhooks: woken by the table's stream, by wake-ups in a queue, and every 15 minutes. Carries out imports, and ends what is due. */
export const BACKGROUND = [
  {
    function: 'events/dispatch',
    trigger: 'stream',
    // It repeats what the stream has anyway.
    timeoutS: 60,
    table: { actions: ['Query', 'BatchGetItem'] },
    sends: ['wake'],
  },
  {
    function: 'webhooks/deliver',
    trigger: { queue: 'wake', mostAtOnce: 'webhookConcurrency' },
    // It begins no request after 50 s, a request takes at most 15 s, and 5 s are left to write its outcome.
    timeoutS: 70,
    table: { actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
    sends: ['wake'],
    secrets: true,
  },
  {
    function: 'search/build',
    trigger: { queue: 'search', mostAtOnce: 2 },
    runsReadOnly: true,
    // It reads 100,000 products with 500,000 variants, and writes 15 MB.
    timeoutS: 300,
    memoryMb: 3008,
    table: {
      actions: ['GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
      queries: ['store-created'],
    },
  },
  {
    function: 'imports/run',
    trigger: { queue: 'imports', mostAtOnce: 'importConcurrency' },
    // It begins no product after 240 s, and then gives the import to the next run.
    timeoutS: 300,
    memoryMb: 1024,
    table: {
      actions: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
      ],
      queries: ['shelf-created'],
    },
    sends: ['imports'],
  },
  {
    function: 'webhooks/sweep',
    trigger: {
      everyMinutes: 15,
      does: 'Wakes webhooks that are behind, and ends imports that nobody works on',
    },
    // It reads every enabled webhook, and for two minutes at most the imports under way.
    timeoutS: 300,
    table: {
      actions: ['Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      queries: ['store-created'],
    },
    sends: ['wake', 'imports'],
    counts: ['imports'],
    everyImport: true,
  },
  {
    function: 'due/run',
    trigger: { everyMinutes: 1, does: 'Ends holds of stock, and makes and ends scheduled changes' },
    // It begins nothing after 45 s, and one item takes at most 8 s.
    timeoutS: 60,
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], queries: ['store-created'] },
    everyDue: true,
  },
] as const satisfies readonly BackgroundFunction[]
