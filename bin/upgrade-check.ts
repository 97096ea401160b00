import { runUpgradeCheck } from '../lib/upgrade/command-line.ts'

process.exitCode = await runUpgradeCheck(process.argv.slice(2))
