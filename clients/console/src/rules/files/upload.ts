import { MOST_SENT_BYTES, MOST_UNPACKED_BYTES } from '../../../../typescript/src/imports.ts'

/** Why a file of this size cannot be imported; `isCompressed` is true for its bytes as they are sent. */
export function faultOfSize(name: string, bytes: number, isCompressed: boolean): string | undefined {
  if (bytes === 0) return `“${name}” is empty.`
  return bytes > (isCompressed ? MOST_SENT_BYTES : MOST_UNPACKED_BYTES)
    ? `“${name}” is too large. A file has at most 40 MB, and 4,400 KB compressed.`
    : undefined
}
