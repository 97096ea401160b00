/** The events that a reader of the feed wants; all of them, the oldest first, where it says nothing. */
export interface EventFilter {
  /** Types, or those of a resource: `product.*`. An event of any of them is wanted. */
  type?: readonly string[] | undefined
  /** The id of an API key, `operator` or `system`. */
  actor?: string | undefined
  /** The id of the object that changed, or of a product of an adjustment. */
  object?: string | undefined
  /** The id of the request that made the change. */
  request_id?: string | undefined
  /** Only events from this time on. */
  from?: Date | undefined
  /** Only events before this time. */
  until?: Date | undefined
  /** The event that comes first. */
  order?: (typeof EVENT_ORDERS)[number] | undefined
}

export const EVENT_ORDERS = ['oldest', 'newest'] as const

/** A filter in DynamoDB's words: conditions of attributes of the item, which `eventSteps` wrote next to its JSON. */
export interface Condition {
  expressions: string[]
  names: Record<string, string>
  values: Record<string, string>
}

/** The condition of a filter, except for its times: those are a range of keys. */
export function conditionOf({ type, actor, object, request_id }: EventFilter): Condition {
  const condition: Condition = { expressions: [], names: {}, values: {} }
  if (type !== undefined) hasType(condition, type)
  if (object !== undefined) isAbout(condition, object)
  for (const [name, value] of Object.entries({ actor, request_id }))
    if (value !== undefined) equals(condition, name, value)
  return condition
}

/** An adjustment is found by each of its products. */
function isAbout({ expressions, names, values }: Condition, object: string): void {
  expressions.push('(#object = :object OR contains(#products, :object))')
  names['#object'] = 'object'
  names['#products'] = 'products'
  values[':object'] = object
}

function equals({ expressions, names, values }: Condition, name: string, value: string): void {
  expressions.push(`#${name} = :${name}`)
  names[`#${name}`] = name
  values[`:${name}`] = value
}

function hasType({ expressions, names, values }: Condition, types: readonly string[]): void {
  names['#type'] = 'event_type'
  const any = types.map((type, n) => {
    const isFamily = type.endsWith('.*')
    values[`:type${n}`] = isFamily ? type.slice(0, -1) : type
    return isFamily ? `begins_with(#type, :type${n})` : `#type = :type${n}`
  })
  expressions.push(`(${any.join(' OR ')})`)
}
