import { withWholeOutput } from '../clients/typescript/src/command/stdout.ts'
import { runUpgradeCheck } from '../lib/operator/upgrade/command-line.ts'
import { STAGES } from '../storefront.config.ts'

process.exitCode = await withWholeOutput(() => runUpgradeCheck(process.argv.slice(2), STAGES))
