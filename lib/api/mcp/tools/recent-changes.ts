import * as v from 'valibot'
import { cursor, words } from '../arguments.ts'
import { listed, pageOf } from '../ask.ts'
import { LONGEST_NAME, onlySet, short } from '../rows.ts'
import { cut } from '../shown.ts'
import { tool } from '../tool.ts'

/** Members that change with every change. */
const ALWAYS: ReadonlySet<string> = new Set(['updated_at', 'version'])

const event = v.object({
  timestamp: v.string(),
  type: v.string(),
  actor: v.object({ kind: v.string(), key_name: v.nullable(short(40)) }),
  data: v.looseObject({
    id: v.optional(v.string()),
    name: v.nullish(v.string()),
    // Of an import that succeeded it is null.
    reason: v.nullish(short(LONGEST_NAME)),
    changes: v.optional(v.array(v.unknown())),
  }),
  previous: v.looseObject({}),
})

/** One change, to be read. */
const rowOf = ({ timestamp, type, actor, data, previous }: v.InferOutput<typeof event>): object =>
  onlySet({
    time: timestamp,
    who: actor.kind === 'api_key' ? actor.key_name : actor.kind,
    type,
    id: data.id,
    name: data.name && cut(data.name, LONGEST_NAME),
    reason: data.reason,
    quantities_changed: data.changes?.length,
    changed: changedIn(previous),
  })

function changedIn(previous: object): string[] | undefined {
  const names = Object.keys(previous).filter((name) => !ALWAYS.has(name))
  return names.length > 0 ? names : undefined
}

/** GET /admin/events: the last changes, newest first. */
export const recentChanges = tool(
  {
    name: 'recent_changes',
    description:
      'Lists the changes of the last 30 days, newest first: the time, who made it (the name of an API key, `operator` or `system`), the type, the object, and the names of the fields that changed. Use it for "who changed this?" and "what happened since yesterday?". A change appears here after about 15 seconds. It has no values: get_product_for_editing has those of now.',
    scope: 'events:read',
    annotations: { title: 'List recent changes', readOnlyHint: true, openWorldHint: false },
  },
  v.strictObject({
    object: v.optional(words('Only changes of the object with this id, such as the id of a product.')),
    type: v.optional(
      words('Only these types, with commas between: "product.*", "product.created", "inventory.adjusted".'),
    ),
    from: v.optional(words('Only changes from this time on, such as "2026-11-20T00:00:00Z".')),
    until: v.optional(words('Only changes before this time.')),
    cursor: v.optional(cursor),
  }),
  (api, query) =>
    listed(
      api,
      { path: '/admin/events', query: { ...query, order: 'newest' }, most: 25 },
      pageOf(event, { complete_until: v.string() }),
      ({ data, complete_until }) => ({ changes: data.map(rowOf), complete_until }),
    ),
)
