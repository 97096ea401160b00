import type * as v from 'valibot'
import type { Scope } from '../../domain/api-keys/scopes.ts'
import { validator } from '../../domain/body/resource.ts'
import { InvalidFields } from '../../domain/body/rule-breaks.ts'
import { type InputSchema, inputSchemaOf, knownIn } from './input-schema.ts'
import { placeOf, sentenceOfFaults, shown } from './shown.ts'

/**
 * Calls this API as the one who calls the tool; never throws for a status. `path` is below the base URL, and its variable
 * segments have been checked. `body` of the response is its JSON, or undefined if it has none; `isReplay` is true if an earlier
 * request did what it says, and this one nothing.
 */
export type CallApi = (
  method: 'GET' | 'POST',
  path: string,
  options?: { query?: URLSearchParams; body?: object },
) => Promise<{ status: number; body: unknown; isReplay?: boolean }>

/** The result of a tool: one JSON text; `isError` where something was refused. */
export interface ToolResult {
  text: string
  isError?: true
}

/** The entry of a tool in the list. It never contains a text of a shop. */
export interface AboutTool {
  name: string
  description: string
  /** The scope without which the tool is neither listed nor known, or several of which one is enough; none: everybody. */
  scope?: Scope | readonly Scope[] | undefined
  annotations: {
    title: string
    readOnlyHint: boolean
    destructiveHint?: boolean
    idempotentHint?: boolean
    openWorldHint: false
  }
}

/** A tool of `POST /mcp`. */
export interface Tool extends AboutTool {
  /** JSON Schema of the arguments. */
  inputSchema: InputSchema
  /** Carries the tool out. Wrong arguments and refusals of the API are results; throws only for a bug. */
  run: (api: CallApi, args: unknown) => Promise<ToolResult>
}

/** The result of a tool before it is written; `isError` where something was refused. */
export interface Outcome {
  result: object
  isError?: boolean
}

/** A call that ends without a result of its own. The message is a sentence that a model can act on. */
export class ToolRefused extends Error {
  override name = 'ToolRefused'
  /** The code of the problem, if the API has refused the call. */
  readonly code: string | undefined

  constructor(sentence: string, code?: string) {
    super(sentence)
    this.code = code
  }
}

/**
 * Makes a tool. Its arguments are read by `schema`, which also describes them; with a fault nothing is called, and the result
 * names the first faults.
 */
export function tool<S extends v.GenericSchema>(
  about: AboutTool,
  schema: S,
  carryOut: (api: CallApi, args: v.InferOutput<S>) => Promise<Outcome>,
): Tool {
  const read = validator(schema)
  const inputSchema = inputSchemaOf(schema)
  return {
    ...about,
    inputSchema,
    async run(api, args) {
      try {
        const { result, isError } = await carryOut(api, read(args ?? {}))
        const text = shown(result)
        return isError ? { text, isError: true } : { text }
      } catch (error) {
        return { text: shown({ error: sentenceOf(error, inputSchema) }), isError: true }
      }
    },
  }
}

/** Why a call ended, as a sentence. Throws every other error again: it is a bug. */
function sentenceOf(error: unknown, inputSchema: InputSchema): string {
  if (error instanceof ToolRefused) return error.message
  if (!(error instanceof InvalidFields)) throw error
  const faults = sentenceOfFaults(error.breaks, ({ path, code, detail }) => {
    const place = placeOf(path) || 'the arguments'
    if (code !== 'unknown_field') return `${place} ${detail}`
    const known = knownIn(inputSchema, path.slice(0, -1))
    return `${place} ${detail} (known are ${known.join(', ') || 'none'})`
  })
  return `Nothing was done. The arguments are wrong: ${faults}`
}
