/** The `Idempotency-Key` of a request: of the run that it is part of, and of its content. */
export async function keyOf(run: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const all = new Blob([`${run} `, content])
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await all.arrayBuffer()))
  return `sync-${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** True for a response that is that of an earlier request with the same key. */
export const isReplayed = ({ headers }: Response): boolean => headers.get('idempotency-replayed') === 'true'
