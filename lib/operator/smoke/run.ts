import type { Check, Context, Group } from './context.ts'
import { lackOf } from './context.ts'
import { Stopped, Unexpected } from './failures.ts'

export type Result = { group: string; name: string } & (
  | { status: 'passed' }
  | { status: 'failed'; expected: string; came: string }
  | { status: 'skipped'; reason: string }
)

/** After this many requests in a row without a response the deployment is gone, and each further one would take 10 s. */
const MOST_SILENT = 3

/** Runs the checks one after the other; after `signal` the rest is skipped. */
export async function runChecks(
  context: Context,
  groups: readonly Group[],
  { signal, onResult }: { signal: AbortSignal; onResult: (result: Result) => void },
): Promise<Result[]> {
  const results: Result[] = []
  // Requests before the checks may have had no response: the checks show which.
  context.client.silent = 0

  for (const { name: group, checks } of groups)
    for (const check of checks) {
      const result = await resultOf({ ...context, signal }, check, group)
      onResult(result)
      results.push(result)
    }
  return results
}

async function resultOf(context: Context, check: Check, group: string): Promise<Result> {
  const { name } = check
  const reason = reasonToSkip(context, check)
  if (reason !== undefined) return { group, name, status: 'skipped', reason }
  try {
    await check.run(context)
    return { group, name, status: 'passed' }
  } catch (error) {
    if (error instanceof Stopped) return { group, name, status: 'skipped', reason: STOPPED }
    // Also after a bug of a check the run continues: in the end it removes what it created.
    const { expected, came } =
      error instanceof Unexpected ? error : { expected: 'no error in the check', came: `${error}` }
    return { group, name, status: 'failed', expected, came }
  }
}

const STOPPED = 'stopped'

function reasonToSkip(context: Context, check: Check): string | undefined {
  if (context.signal?.aborted) return STOPPED
  if (context.client.silent >= MOST_SILENT) return 'the deployment no longer responds'
  return lackOf(context, check)
}
