import * as v from 'valibot'

/** What a schema finds wrong with an input, as `path: message`; nothing for what it takes. */
export function faultsOf(schema: v.GenericSchema, input: unknown): string[] {
  const { issues = [] } = v.safeParse(schema, input)
  return issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`)
}

/** The paths of what a schema finds wrong, each once. */
export const faultyPaths = (schema: v.GenericSchema, input: unknown): string[] => [
  ...new Set(faultsOf(schema, input).map((fault) => fault.slice(0, fault.indexOf(':')))),
]
