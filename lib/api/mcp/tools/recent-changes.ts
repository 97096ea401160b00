import * as v from 'valibot'
import { isUuid } from '../../../domain/text/identifiers.ts'
import { cursor, words } from '../arguments.ts'
import { listed, pageOf } from '../ask.ts'
import { isCategory } from '../categories.ts'
import { knownProducts, nameOf } from '../known-products.ts'
import { LONGEST_NAME, onlySet, short } from '../rows.ts'
import { cut } from '../shown.ts'
import { type CallApi, ToolRefused, tool } from '../tool.ts'

/** Members that change with every change. */
const ALWAYS: ReadonlySet<string> = new Set(['updated_at', 'version'])

/** The most variants of a change that a row shows, and the most fields of them. */
const MOST_VARIANTS = 3

const DAYS_KEPT = 30
const DAY_MS = 86_400_000

const LENGTHS = { name: LONGEST_NAME, value: 40 }

const adjusted = v.object({
  variant_id: v.string(),
  product_id: v.string(),
  delta: v.number(),
  quantity: v.number(),
})

/** `is_held` is false of pieces that were not taken from the stock. */
const sold = v.object({
  variant_id: v.string(),
  product_id: v.string(),
  quantity: v.number(),
  is_held: v.boolean(),
})

/** A member that only some types have: of others it has another form, or is not there. */
const listOfSome = <S extends v.GenericSchema>(one: S) => v.optional(v.fallback(v.array(one), []))

const event = v.object({
  timestamp: v.string(),
  type: v.string(),
  actor: v.object({ kind: v.string(), key_name: v.nullable(short(40)) }),
  data: v.looseObject({
    id: v.optional(v.string()),
    name: v.nullish(v.string()),
    // Of an import that succeeded it is null.
    reason: v.nullish(short(LONGEST_NAME)),
    reference: v.nullish(short(LONGEST_NAME)),
    changes: listOfSome(adjusted),
    items: listOfSome(sold),
    // Of a planned change that failed.
    product_id: v.optional(v.string()),
    half: v.optional(v.string()),
    code: v.optional(v.string()),
    fields: listOfSome(short(LONGEST_NAME)),
  }),
  previous: v.looseObject({}),
  variants_changed: v.optional(v.array(v.string())),
})

type Event = v.InferOutput<typeof event>

const SOME_TIME = '"2026-11-20T00:00:00Z"'

/** A time with its zone; the API checks whether it exists. */
const time = (description: string) =>
  v.pipe(
    words(description),
    v.check((text) => /^\d{4}-.+T.+(Z|[+-]\d\d:\d\d)$/i.test(text), `must be a time such as ${SOME_TIME}`),
  )

/** Names with commas between, without the blanks around these. */
const withoutBlanks = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim())
    .join()

/** The object whose changes are requested: the feed has those of a variant under its product. */
interface Wanted {
  object?: string | undefined
  variant?: string
}

const UUID_LENGTH = 36

function wantedOf(sent: string | undefined): Wanted {
  const object = sent?.toLowerCase()
  const [product, rest] = [object?.slice(0, UUID_LENGTH) ?? '', object?.slice(UUID_LENGTH) ?? '']
  return object !== undefined && isUuid(product) && /^-\d+$/.test(rest)
    ? { object: product, variant: object }
    : { object }
}

/** The first of some variants: before all others the one that is wanted, and those of the product. Undefined for none. */
function first<V>(
  variants: readonly V[] | undefined,
  idsOf: (one: V) => string[],
  { object, variant }: Wanted,
): V[] | undefined {
  if (!variants?.length) return undefined
  const place = (one: V) =>
    idsOf(one).some((id) => id === variant) ? 0 : idsOf(one).some((id) => id === object) ? 1 : 2
  return [...variants].sort((a, b) => place(a) - place(b)).slice(0, MOST_VARIANTS)
}

const idsOfRow = ({ variant_id, product_id }: { variant_id: string; product_id: string }) => [
  variant_id,
  product_id,
]

/** The changes, to be read, with the names of the products whose quantities changed or that were sold. */
async function rowsOf(api: CallApi, events: readonly Event[], wanted: Wanted): Promise<object[]> {
  const shown = events.map((event) => ({
    event,
    quantities: first(event.data.changes, idsOfRow, wanted),
    items: first(event.data.items, idsOfRow, wanted),
    left_fields: first(event.data.fields, (field) => field.split('/'), wanted),
    variants: first(event.variants_changed, (id) => [id], wanted),
  }))
  const rows = shown.flatMap(({ quantities = [], items = [] }) => [...quantities, ...items])
  const known = await knownProducts(api, new Set(rows.map(({ product_id }) => product_id)))
  const named = <R extends (typeof rows)[number]>(rows: R[] | undefined) =>
    rows?.map((one) => ({ ...nameOf(known, one, LENGTHS), ...one }))
  return shown.map(({ event, quantities, items, ...lists }) =>
    rowOf(event, { quantities: named(quantities), items: named(items), ...lists }),
  )
}

/** The first of what a change has several of; undefined for none. */
interface Lists {
  quantities: object[] | undefined
  items: object[] | undefined
  left_fields: string[] | undefined
  variants: string[] | undefined
}

/** One change, to be read, with the lists that it shows. */
const rowOf = (
  { timestamp, type, actor, data, previous, variants_changed }: Event,
  { quantities, items, left_fields, variants }: Lists,
): object =>
  onlySet({
    time: timestamp,
    who: actor.kind === 'api_key' ? actor.key_name : actor.kind,
    type,
    id: data.id,
    name: data.name && cut(data.name, LONGEST_NAME),
    product_id: data.product_id,
    half: data.half,
    code: data.code,
    left_fields_count: data.fields?.length,
    left_fields,
    reason: data.reason,
    reference: data.reference,
    quantities_changed: data.changes?.length,
    quantities,
    items_count: data.items?.length,
    items,
    changed: changedIn(previous),
    variants_changed: variants_changed?.length,
    variants,
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
      'Lists the changes of the last 30 days, newest first: the time, who made it (the name of an API key, `operator` or `system`), the type, the object, and the names of the fields that changed. `variants_changed` is how many variants of a product changed, such as in price, `quantities_changed` how many quantities, `items_count` how many variants were sold, and `left_fields_count` how many fields a planned change left; the first three are shown. Use it for "who changed this?" and "what happened since yesterday?". A change appears here after about 15 seconds. It has no values of fields: get_product_for_editing has those of now.',
    scope: 'events:read',
    annotations: { title: 'List recent changes', readOnlyHint: true, openWorldHint: false },
  },
  v.strictObject({
    object: v.optional(
      words('Only changes of the object with this id: of a product, a variant or a category.'),
    ),
    type: v.optional(
      words('Only these types, with commas between: "product.*", "product.created", "inventory.adjusted".'),
    ),
    from: v.optional(time(`Only changes from this time on, such as ${SOME_TIME}.`)),
    until: v.optional(time('Only changes before this time.')),
    cursor: v.optional(cursor),
  }),
  async (api, { object: sent, ...rest }) => {
    const wanted = wantedOf(sent)
    const type = rest.type && withoutBlanks(rest.type)
    const query = { ...rest, type, object: wanted.object, order: 'newest' }
    return listed(
      api,
      { path: '/admin/events', query, most: 25 },
      pageOf(event, { complete_until: v.string() }),
      async ({ data, complete_until, next_cursor }) => {
        const isEmpty = data.length === 0 && next_cursor === null && rest.cursor === undefined
        if (isEmpty && sent !== undefined) await refuseUnknown(api, sent)
        return {
          changes: await rowsOf(api, data, wanted),
          ...(wanted.variant && {
            note: `Changes are recorded for whole products: these are of the product ${wanted.object}.`,
          }),
          ...keptFrom(rest, complete_until),
          complete_until,
        }
      },
    )
  },
)

/** Throws `ToolRefused` for a name that is not an id of anything, such as a product's slug. */
async function refuseUnknown(api: CallApi, object: string): Promise<void> {
  if (isUuid(object.slice(0, UUID_LENGTH)) || (await isCategory(api, object))) return
  throw new ToolRefused(
    'No object with this id changed in the last 30 days. Send the id of a product (a UUID), not its slug or SKU: find_products and search_products have it.',
  )
}

/** The time from which on changes are kept, if an earlier one was requested. */
function keptFrom(
  { from, until }: { from?: string | undefined; until?: string | undefined },
  now: string,
): object {
  const kept = Date.parse(now) - DAYS_KEPT * DAY_MS
  const isEarlier = [from, until].some((time) => time !== undefined && Date.parse(time) < kept)
  return isEarlier ? { complete_from: new Date(kept).toISOString() } : {}
}
