import { withWholeOutput } from '../clients/typescript/src/command/stdout.ts'
import { runDeploy } from '../lib/operator/deploy/command-line.ts'
import { STAGES } from '../storefront.config.ts'

process.exitCode = await withWholeOutput(() => runDeploy(process.argv.slice(2), STAGES))
