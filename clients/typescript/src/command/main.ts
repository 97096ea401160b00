#!/usr/bin/env node
import { run } from './program.ts'

// A reader such as `head` that has enough is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
process.exitCode = await run(process.argv.slice(2))
