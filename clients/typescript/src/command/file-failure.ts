import { Failure } from './failure.ts'

/** The `Failure` of an error of the file system; any other error as it is. */
export function fileFailure(path: string, error: unknown): unknown {
  const reason = reasonOf(error)
  return reason === undefined ? error : new Failure(`${path}: ${reason}`, undefined, { cause: error })
}

/** The words for an error of the file system; undefined for any other. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'no such folder',
  EISDIR: 'this is a folder',
  ELOOP: 'this link leads to itself',
  EACCES: 'you are not allowed to use this file',
  EPERM: 'you are not allowed to use this file',
  EROFS: 'this file cannot be written',
  EFBIG: 'this file is as large as it can be',
  EDQUOT: 'no space is left',
  ENOSPC: 'no space is left',
}
