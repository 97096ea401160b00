import { runUpgradeCheck } from '../lib/upgrade/command-line.ts'
import { STAGES } from '../storefront.config.ts'

process.exitCode = await runUpgradeCheck(process.argv.slice(2), STAGES)
