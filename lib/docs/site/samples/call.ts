import type { Placed } from '../reference/description.ts'

/** A variable of a path, and what each language calls it. */
export interface PathName {
  parameter: string
  shell: string
  typescript: string
  python: string
}

/** The variables of a path. Python has them all in one place, so there an `id` says of what. */
export const pathNames = ({ path }: Placed): PathName[] =>
  [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, folder = '', parameter = '']) => ({
    parameter,
    shell: parameter.toUpperCase(),
    typescript: parameter.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    python: parameter === 'id' ? `${singular(folder)}_id` : parameter,
  }))

const singular = (folder: string) => folder.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '')

/** The query of a sample: everything that is required, as in its example; a list is read in pages. */
export function sampleQuery({ operation, parameters }: Placed): Record<string, number | string> {
  const has = (wanted: string) => parameters.some(({ name }) => name === wanted)
  const needed = parameters.filter((one) => one.in === 'query' && one.required)
  return {
    ...Object.fromEntries(needed.map(({ name, example }) => [name, `${example}`])),
    ...(operation.operationId === 'listProducts' && { sort: 'price' }),
    ...(has('limit') && { limit: 20 }),
  }
}

/** True for an operation that responds with a text that is not JSON. */
export function isText({ responses }: Placed['operation']): boolean {
  const success = responses[200]
  const types = success && 'content' in success ? Object.keys(success.content ?? {}) : []
  return types.length > 0 && !types.some((type) => /[/+]json$/.test(type))
}
