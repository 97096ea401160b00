import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hold, type Run } from './run.ts'
import { notePassed } from './second-engine.ts'

/** Runs a command with more in its environment. Throws a `Violation` unless it ends with 0. */
async function passes(command: string, argv: readonly string[], more: NodeJS.ProcessEnv): Promise<void> {
  const tests = spawn(command, argv, { stdio: 'inherit', env: { ...process.env, ...more } })
  const [code] = await once(tests, 'exit')
  hold(code === 0, () => `${command} ${argv.join(' ')} ended with ${code}`)
}

/** Runs `npm run test:all` with its exhaustive loops whole, of which a run tries a quarter. Counts rounds. */
export async function proveSuite(run: Run): Promise<void> {
  for (; run.goesOn(); run.advance()) await passes('npm', ['run', 'test:all'], { STOREFRONT_SUITE: 'whole' })
}

/**
 * Runs `test/faults` with every fault at every call of every scenario, once, and a fault of each kind for good. A run of
 * the suite tries a quarter of one of each kind. Counts rounds.
 */
export async function proveFaults(run: Run): Promise<void> {
  const whole = { STOREFRONT_FAULTS: 'whole', STOREFRONT_SUITE: 'whole' }
  for (; run.goesOn(); run.advance())
    await passes('npx', ['--no-install', 'vitest', 'run', 'test/faults'], whole)
}

/** Runs the tests that depend on the engine on the second one, and notes that this code passed. Counts rounds. */
export async function proveEngines(run: Run): Promise<void> {
  for (; run.goesOn(); run.advance()) await passes('npm', ['run', 'test:second-engine'], {})
  notePassed()
}
