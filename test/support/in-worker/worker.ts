import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FunctionDefinition } from '../../../lib/local/lambda/function-definition.ts'
import { writeLines } from '../../../lib/local/lambda/function-runtime.ts'
import { listenOnLoopback } from '../../../lib/local/loopback.ts'
import type { ApiDefinition } from '../../../lib/local/template/api-definition.ts'
import { BUNDLE, type Bundle, CACHE, compile, copiesOf, keyOf, MODULES, untouched } from './bundle.ts'
import type { openGateway } from './gateway.ts'

/** The needs of a worker that answers for the API itself. */
export interface ApiOfRun {
  /** That of `keptBundle`. */
  folder: string
  /** The file with the `ApiDefinition`. */
  apiPath: string
  /** The origin of the stack that all workers share. */
  origin: string
  recordsDir: string
}

declare global {
  /** The address of this worker's API. */
  var baseUrlOfWorker: Promise<string> | undefined
}

/** Answers for the API in this process from now on, beside its tests: where, as `baseUrl` says it. */
export function answerHere(api: ApiOfRun): Promise<string> {
  globalThis.baseUrlOfWorker ??= listen(api)
  return globalThis.baseUrlOfWorker
}

/** Listens, and loads the functions when the first request comes: many files of tests send none. */
async function listen(ofRun: ApiOfRun): Promise<string> {
  const load = loader(ofRun.folder)
  const realFetch = globalThis.fetch
  let opened: ReturnType<typeof openGateway> | undefined
  const open = () => {
    opened ??= openHere(ofRun, port, load)
    return opened
  }
  // As a server of HTTP has them.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    try {
      open().server.emit('connection', socket)
    } catch (error) {
      // The client would wait for as long as its test may take.
      socket.destroy()
      throw error
    }
  })
  const port = await listenOnLoopback(server)
  server.unref()
  const origin = `http://localhost:${port}`
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? '' : String(input)
    const answer = url.startsWith(`${origin}/api/`) && (await open().fetch(url, init))
    return answer || realFetch(input, init)
  }
  return `${origin}/api/v1`
}

/** Runs the bundle once more. Without a function it is for the gateway. */
type Load = (of?: FunctionDefinition, onLine?: (line: string) => void) => Bundle

function openHere({ apiPath, origin, recordsDir }: ApiOfRun, port: number, load: Load) {
  const api: ApiDefinition = JSON.parse(
    readFileSync(apiPath, 'utf8').replaceAll(`"${origin}/media"`, `"http://localhost:${port}/media"`),
  )
  return load()
    .gateway()
    .openGateway({
      api,
      origin,
      port,
      recordsDir,
      load(of, onLine) {
        const { handlers, runtime } = load(of, onLine)
        const { [keyOf(of.logicalId)]: handler } = handlers
        if (!handler) throw new Error(`the bundle has no function for ${of.logicalId}`)
        return runtime().startRuntime(handler)
      },
    })
}

/** The one file for the gateway that looks for others by its own place is in this folder. */
const DESCRIPTION = join(import.meta.dirname, '../../../lib/docs/description')

/** Compiles the bundle at its first run. Notes the clocks, the timers and Node's modules now, while no test has changed them. */
function loader(folder: string): Load {
  const given = untouched()
  const { console, process } = globalThis
  const { nextTick, hrtime } = process
  const writeError = process.stderr.write.bind(process.stderr)
  const here = createRequire(import.meta.url)
  const modules = copiesOf(JSON.parse(readFileSync(join(folder, MODULES), 'utf8')), here)
  let run: ((...parameters: unknown[]) => void) | undefined
  return (of, onLine) => {
    run ??= compiled(folder)
    const require = of ? createRequire(join(of.codeDir, 'index.cjs')) : here
    const stream = { write: onLine ? writeLines(onLine) : writeError }
    const own = Object.create(process, {
      env: { value: of ? { ...of.environment } : process.env },
      stdout: { value: stream },
      stderr: { value: stream },
      nextTick: { value: nextTick },
      hrtime: { value: hrtime },
    })
    const exports = {}
    const dirname = of?.codeDir ?? DESCRIPTION
    const fileUrl = pathToFileURL(join(dirname, 'index.cjs')).href
    const requireOwn = (name: string) => modules.get(name) ?? require(name)
    run(exports, requireOwn, dirname, fileUrl, own, { ...console }, ...Object.values(given))
    return exports as Bundle
  }
}

function compiled(folder: string) {
  const path = join(folder, BUNDLE)
  const script = compile(readFileSync(path, 'utf8'), path, readFileSync(join(folder, CACHE)))
  return script.runInThisContext() as (...parameters: unknown[]) => void
}
