/** A text or bytes as they come, in pieces of so many bytes. */
export async function* bytesOf(file: string | Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(file)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** A text as it comes, in these pieces. */
export async function* textOf(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces
}
