import * as v from 'valibot'

/** The paths of what a schema finds wrong with an input, each once; nothing for what it takes. */
export function faultyPaths(schema: v.GenericSchema, input: unknown): string[] {
  const { issues = [] } = v.safeParse(schema, input)
  return [...new Set(issues.map((issue) => v.getDotPath(issue) ?? ''))]
}
