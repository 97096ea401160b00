import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { synthesize } from '../../lib/local/assembly.ts'
import { startStack } from '../../lib/local/stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `http://localhost:<port>/api/v1` of the stack that the whole suite shares. */
    baseUrl: string
    /** Its table in DynamoDB Local. */
    table: { name: string; endpoint: string }
    /** The cloud assembly it runs. */
    assemblyDir: string
  }
}

/** Synthesizes the real stack and runs it once for the whole suite. Every test makes businesses of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const assemblyDir = await mkdtemp(join(tmpdir(), 'storefront-test-'))
  const stack = await startStack({ assemblyDir, prepareAssembly: () => synthesize(assemblyDir), port: 0 })
  project.provide('baseUrl', stack.baseUrl)
  project.provide('table', stack.table)
  project.provide('assemblyDir', assemblyDir)
  return async () => {
    await stack.stop()
    await rm(assemblyDir, { recursive: true })
  }
}
