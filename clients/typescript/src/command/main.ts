#!/usr/bin/env node
import { run } from './program.ts'
import { withWholeOutput } from './stdout.ts'

// A command such as `listen` has no end of its own: once nobody takes its output it ends at once.
process.exitCode = await withWholeOutput(
  () => run(process.argv.slice(2)),
  () => process.exit(),
)
