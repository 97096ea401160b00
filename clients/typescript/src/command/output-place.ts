import { type BigIntStats, fstatSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The place that an output is written to. */
export type Place =
  /** A file, at the end of all links. */
  | { kind: 'file'; target: string }
  /** A device or a pipe. */
  | { kind: 'stream'; path: string }
  /** The file that stdout, stderr or `/dev/fd/3` leads to: each has a position of its own in it, such as behind what a log has. */
  | { kind: 'descriptor'; fd: number }
  /** The socket that is stdout or stderr, as of a program that Node has started: nobody can open one by its name. */
  | { kind: 'socket'; fd: number }

/** In place of the name of a file that is read. */
const STDIN = '-'

const BIG = { bigint: true } as const

/** A file that the parent process has opened for this program. */
const NAMED_FD = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/

const found = (path: string): BigIntStats | undefined => statSync(path, { ...BIG, throwIfNoEntry: false })

const fault = (code: 'EISDIR' | 'ENOENT') => Object.assign(new Error(code), { code })

/** Throws the errors of the file system, `EISDIR` for a folder, and `ENOENT` for a name that no file can have. */
export function placeOf(path: string): Place {
  const stats = found(path)
  if (stats?.isDirectory()) throw fault('EISDIR')
  if (!stats && /^$|\/$/.test(path)) throw fault('ENOENT')
  if (!stats) return { kind: 'file', target: targetOf(path) }
  const [, named] = NAMED_FD.exec(path) ?? []
  const fds = named === undefined || !stats.isFile() ? [1, 2] : [1, 2, Number(named)]
  const fd = fds.find((one) => nameOf(fstatSync(one, BIG)) === nameOf(stats))
  if (stats.isSocket() && fd !== undefined) return { kind: 'socket', fd }
  if (!stats.isFile()) return { kind: 'stream', path }
  return fd === undefined ? { kind: 'file', target: targetOf(path) } : { kind: 'descriptor', fd }
}

/**
 * The same for every name of a file, also before the file is there; `-` is stdin. Undefined for what can have many uses at
 * once, such as a terminal or `/dev/null`.
 */
export function identityOf(path: string): string | undefined {
  const stats = path === STDIN ? fstatSync(0, BIG) : found(path)
  if (!stats) return targetOf(path)
  return stats.isCharacterDevice() ? undefined : nameOf(stats)
}

const nameOf = ({ dev, ino }: BigIntStats) => `${dev} ${ino}`

/** The name at the end of all links, also of a file that is not there yet. */
function targetOf(path: string): string {
  if (found(path)) return realpathSync(path)
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    return targetOf(resolve(dirname(path), readlinkSync(path)))
  return join(targetOf(dirname(resolve(path))), basename(path))
}
