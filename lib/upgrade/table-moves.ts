import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '../domain/body/json-object.ts'
import { ENVIRONMENT } from '../environment.ts'
import type { Finding } from './finding.ts'
import type { StackResource, StackTemplate } from './template.ts'

/**
 * The functions that would leave the table they use for another one. Nothing that CloudFormation manages may be lost with it:
 * the table can be one that the stack was given. One finding for each pair of tables, under the logical id of the old table,
 * or of the first function if the stack does not have that table.
 */
export function tableMoves(before: StackTemplate, after: StackTemplate): Finding[] {
  const moves = new Map<string, { functions: string[]; from: unknown; to: unknown }>()
  for (const [logicalId, old] of before) {
    const [from, to] = [tableOf(old), tableOf(after.get(logicalId))]
    if (from === undefined || to === undefined || isDeepStrictEqual(from, to)) continue
    const name = JSON.stringify([from, to])
    const move = moves.get(name) ?? { functions: [], from, to }
    moves.set(name, { ...move, functions: [...move.functions, logicalId] })
  }
  return [...moves.values()].map(({ functions, from, to }) =>
    findingOf(functions, { from, to, before, after }),
  )
}

/** The table of a function, as its template names it. */
function tableOf(resource: StackResource | undefined): unknown {
  if (resource?.type !== 'AWS::Lambda::Function') return undefined
  const { Environment } = resource.properties
  const variables = isJsonObject(Environment) ? Environment.Variables : undefined
  return isJsonObject(variables) ? variables[ENVIRONMENT.tableName] : undefined
}

interface Tables {
  from: unknown
  to: unknown
  before: StackTemplate
  after: StackTemplate
}

function findingOf(functions: readonly string[], { from, to, before, after }: Tables): Finding {
  const [first = ''] = functions
  const own = refIn(from)
  const logicalId = own !== undefined && before.has(own) ? own : first
  const next = refIn(to)
  const isNew = next !== undefined && after.has(next) && !before.has(next)
  const target = isNew ? `the new, empty table ${next}` : `the table ${shown(to)}`
  return {
    logicalId,
    type: before.get(logicalId)?.type ?? '',
    isWarning: false,
    isAcceptable: true,
    what: `${functions.length} functions would leave the table ${shown(from)} for ${target}`,
    why: 'every business, product and key that they do not find there is gone for every client',
    todo: isNew
      ? 'set tableArn and tableStreamArn of the stage in storefront.config.ts to those of the table in use, and commit the file'
      : 'set tableArn and tableStreamArn back, unless that table has the data',
  }
}

/** The logical id that a value refers to. */
const refIn = (value: unknown): string | undefined =>
  isJsonObject(value) && typeof value.Ref === 'string' ? value.Ref : undefined

const shown = (value: unknown): string =>
  refIn(value) ?? (typeof value === 'string' ? value : JSON.stringify(value))
