import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hold, type Run } from './run.ts'

/**
 * Runs `test/faults` with every fault at every call of every scenario, once, and a fault of each kind for good. A run
 * of the suite tries a third of one of each kind. Counts rounds.
 */
export async function proveFaults(run: Run): Promise<void> {
  while (run.goesOn()) {
    const env = { ...process.env, STOREFRONT_FAULTS: 'whole', STOREFRONT_SUITE: 'whole' }
    const tests = spawn('npx', ['--no-install', 'vitest', 'run', 'test/faults'], { stdio: 'inherit', env })
    const [code] = await once(tests, 'exit')
    hold(code === 0, () => `vitest ended with ${code}`)
    run.advance()
  }
}
