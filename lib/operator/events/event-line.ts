/** An event of the feed as far as it is shown here. */
interface ShownEvent {
  type: string
  timestamp: string
  actor: { kind: string; key_id: string | null; key_name: string | null }
  request_id: string | null
  data: { id: string }
}

/** As long as a UUID. */
const ID = 36
/** As long as the longest type. */
const TYPE = 20

/**
 * An event on one line: time, type, object, actor, request. The name of an API key is last, because its width is
 * unknown. Controls are shown, not obeyed.
 */
export function eventLine(json: string): string {
  const { timestamp, type, data, actor, request_id }: ShownEvent = JSON.parse(json)
  const who = actor.key_id ?? actor.kind
  const name = actor.key_name ? [JSON.stringify(actor.key_name)] : []
  const cells = [
    timestamp,
    type.padEnd(TYPE),
    data.id.padEnd(ID),
    who.padEnd(ID),
    (request_id ?? '-').padEnd(ID),
  ]
  return [...cells, ...name].join('  ').trimEnd().replace(/\p{C}/gu, '�')
}
