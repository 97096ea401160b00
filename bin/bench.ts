import { runBench } from '../bench/command-line.ts'

// The database and the measuring processes watch this one and end with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

process.exitCode = await runBench(process.argv.slice(2))
