import { withWholeOutput } from '../clients/typescript/src/command/stdout.ts'
import { runSmoke } from '../lib/operator/smoke/command-line.ts'

process.exitCode = await withWholeOutput(() =>
  runSmoke(process.argv.slice(2), process.env.STOREFRONT_API_KEY),
)
// Everything is written when this comes. Without it a second Ctrl-C, which npm sends, could still kill a process that
// has said with which code it ends.
process.once('beforeExit', () => process.exit())
