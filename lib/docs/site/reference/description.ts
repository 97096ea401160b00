import type { OpenApi, Operation, Parameter, Reference } from '../../description/openapi.ts'

/** An operation, where it is, and its parameters. */
export interface Placed {
  method: string
  path: string
  operation: Operation
  parameters: readonly Parameter[]
}

/** Every operation in the order of the description. */
export const operationsOf = (description: OpenApi): Placed[] =>
  Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, value]): Placed => {
      const operation = value as Operation
      const parameters = (operation.parameters ?? []).map((one) => resolved<Parameter>(description, one))
      return { method, path, operation, parameters }
    }),
  )

/** A component where there is a reference to it. */
export function resolved<T extends object>(description: OpenApi, value: T | Reference): T {
  if (!('$ref' in value)) return value
  const names = value.$ref.slice(2).split('/')
  return names.reduce<unknown>((node, name) => Object(node)[name], description) as T
}

export type Access = 'nobody' | 'business' | 'key'

/** The identification that an operation needs: none, a business, or an API key with a scope. */
export function accessOf({ security = [] }: Operation): { needs: Access; scope?: string | undefined } {
  const [scheme, scopes = []] = Object.entries(security[0] ?? {})[0] ?? []
  if (scheme === undefined) return { needs: 'nobody' }
  return scheme === 'apiKey' ? { needs: 'key', scope: scopes[0] } : { needs: 'business' }
}

/** The body of the description's example, and the type it is sent with: JSON wherever the operation takes it. */
export function exampleBody({ requestBody }: Operation): { type: string; value: unknown } | undefined {
  const content = requestBody?.content ?? {}
  const shown = Object.keys(content).filter((type) => content[type]?.examples)
  const type = shown.includes('application/json') ? 'application/json' : shown[0]
  if (type === undefined) return undefined
  const [example] = Object.values(content[type]?.examples ?? {})
  return { type, value: example && 'value' in example ? example.value : {} }
}
