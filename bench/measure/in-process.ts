import { createRequire } from 'node:module'
import { useTable } from '../../lib/environment.ts'
import type { Question } from './questions.ts'
import type { Workspace } from './workspace.ts'

interface Answer {
  statusCode?: number
  body?: string
  isBase64Encoded?: boolean
}
type Handler = (event: object, context: object) => Promise<Answer>

/** Calls bundles in this process, where their calls to the table can be metered. Not for timing. */
export type Ask = (question: Question) => Promise<Answer>

/**
 * Lets `work` call bundles, and the data functions of this process, on the workspace's table behind its meter. What
 * the functions log is swallowed.
 */
export async function inProcess<T>(workspace: Workspace, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { endpoint } = workspace.meter
  const ownEnvironment = { ...process.env }
  Object.assign(process.env, workspace.environment(endpoint))
  useTable({ name: workspace.tableName, endpoint })
  const { write } = process.stdout
  process.stdout.write = () => true
  try {
    return await work(({ bundle, event }) => handlerOf(workspace, bundle)(event, context()))
  } finally {
    process.stdout.write = write
    // Not replaced by another object: Vitest would no longer delete names from it.
    for (const name of Object.keys(process.env)) if (!(name in ownEnvironment)) delete process.env[name]
    Object.assign(process.env, ownEnvironment)
  }
}

function handlerOf(workspace: Workspace, bundle: string): Handler {
  const file = workspace.bundle(bundle)
  return createRequire(file)(file).handler
}

const context = () => ({
  awsRequestId: '5f0c2a52-6c8e-4f5e-9d2a-1a5b9c0d7e3f',
  functionName: 'bench',
  getRemainingTimeInMillis: () => 28_000,
})
