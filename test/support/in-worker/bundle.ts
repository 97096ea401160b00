import { isBuiltin } from 'node:module'
import { Script } from 'node:vm'
import type * as runtime from '../../../lib/local/lambda/function-runtime.ts'
import type * as gateway from './gateway.ts'

/** The files of the kept folder (kept-bundle.ts). */
export const BUNDLE = 'functions.cjs'
export const CACHE = 'functions.cache'
export const MODULES = 'modules.json'

/** One run of the bundle: every module has its state there, and is loaded when it is first called for. */
export interface Bundle {
  gateway(): typeof gateway
  runtime(): typeof runtime
  /** By `keyOf`. */
  handlers: Record<string, () => runtime.Handler>
}

/** Names of the bundle that mean what a run is given. */
const PARAMETERS = ['exports', 'require', '__dirname', '__fileurl', 'process', 'console']

/** The rest that tests replace by their own, and spies of which would see functions at work. */
type Untouched = Record<string, unknown>

/** The bundle as a script. Its value is a function of `PARAMETERS` and of what `untouched` returns. */
export function compile(text: string, filename: string, cachedData?: Buffer): Script {
  const names = [...PARAMETERS, ...Object.keys(untouched())]
  const source = `(function (${names.join(', ')}) {${text}\n})`
  return new Script(source, { filename, ...(cachedData && { cachedData }) })
}

/** Clocks, timers and chance as they are now, past everything that may be put in their place later. */
export function untouched(): Untouched {
  return {
    Date: ownDate(globalThis.Date),
    Math: Object.defineProperties({}, Object.getOwnPropertyDescriptors(Math)),
    performance: { now: performance.now.bind(performance), timeOrigin: performance.timeOrigin },
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    setImmediate,
    clearImmediate,
    queueMicrotask,
    fetch,
  }
}

/** Spies replace `Date.now`, and not that of a class of its own. */
function ownDate(Real: DateConstructor) {
  class OwnDate extends Real {
    static override now = Real.now
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof Real
    }
  }
  return OwnDate
}

/** Copies of Node's modules as they are now; one that is a function or a class is itself. */
export function copiesOf(names: string[], require: NodeJS.Require): Map<string, unknown> {
  return new Map(
    names.filter(isBuiltin).map((name) => {
      const module = require(name)
      return [name, typeof module === 'function' ? module : { ...module }]
    }),
  )
}

/** A function's file, or the logical id of one, as one name for both: `adminproductscreate`. */
export const keyOf = (of: string) =>
  of
    .replace(/^functions\/|\.ts$|Function[0-9A-F]{8}$/g, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
