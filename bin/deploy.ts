import { runDeploy } from '../lib/deploy/command-line.ts'
import { STAGES } from '../storefront.config.ts'

process.exitCode = await runDeploy(process.argv.slice(2), STAGES)
