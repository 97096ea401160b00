import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Reuses code compiled by an earlier start: the program starts in half the time, and with 25 MB less memory. This file is
// JavaScript: for one of TypeScript node would load what strips types, 15 MB that stay, before it can know of the cache.
enableCompileCache(
  process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/storefront/compiled'),
)
const { withWholeOutput } = await import('../clients/typescript/src/command/stdout.ts')
const { runOperator } = await import('../lib/operator/command-line.ts')

process.exitCode = await withWholeOutput(() => runOperator(process.argv.slice(2)))
// Everything is written when this comes. Node would now give the signals back, and only then end: a second Ctrl-C, which
// npm sends, could still kill a command that has said with which code it ends. (On `exit` it would also end what an
// uncaught error is about to say.)
process.once('beforeExit', () => process.exit())
