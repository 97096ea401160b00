import { runProof } from '../test/prove/command-line.ts'

process.exitCode = await runProof(process.argv.slice(2))
