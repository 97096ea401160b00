import { runOperator } from '../lib/operator/command-line.ts'

process.exitCode = await runOperator(process.argv.slice(2))
